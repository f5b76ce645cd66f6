"""An s3 server that compares each signature with botocore's own signer. usage: signed.py

Prints its port. It stores objects in memory, and implements PUT, GET with ranges, and HEAD.
"""
import hashlib
import http.server
import re
import urllib.parse

from botocore.auth import S3SigV4Auth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

SECRETS = {"AKDRAWN": "s3cr3t/+=key", "AKSESSION": "another+secret"}
kept = {}


class Auth(S3SigV4Auth):
    """botocore's signer, at the time of the request."""

    def _modify_request_before_signing(self, request):
        if "Authorization" in request.headers:
            del request.headers["Authorization"]


def expected(handler, body):
    """botocore's signature of the same request."""
    sent = handler.headers
    found = re.fullmatch(r"AWS4-HMAC-SHA256 Credential=([^/]+)/(\d+)/([^/]+)/s3/aws4_request, "
                         r"SignedHeaders=([^,]+), Signature=([0-9a-f]{64})",
                         sent.get("Authorization", ""))
    if found is None:
        return "no signature", None
    key, _, region, names, signature = found.groups()
    if sent["x-amz-content-sha256"] != hashlib.sha256(body).hexdigest():
        return "its digest differs", None
    path, _, query = handler.path.partition("?")
    request = AWSRequest(method=handler.command, url=f"http://{sent['Host']}{path}",
                         headers={n: sent[n] for n in names.split(";")}, data=body,
                         params=urllib.parse.parse_qsl(query, keep_blank_values=True))
    request.context["timestamp"] = sent["x-amz-date"]
    token = sent.get("x-amz-security-token")
    auth = Auth(Credentials(key, SECRETS[key], token), "s3", region)
    asked = auth.canonical_request(request)
    ours = auth.signature(auth.string_to_sign(request, asked), request)
    return ("", signature) if ours == signature else (f"botocore signs {ours}", None)


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_PUT(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        why, _ = expected(self, body)
        if why:
            text = f"<Error><Code>SignatureDoesNotMatch</Code><Message>{why}</Message></Error>"
            return self.answer(403, text.encode())
        path = urllib.parse.unquote(self.path.partition("?")[0])
        if self.command == "PUT":
            kept[path] = body
            return self.answer(200, ETag=f'"{hashlib.md5(body).hexdigest()}"')
        if path not in kept:
            return self.answer(404)
        first, last = self.headers["Range"].removeprefix("bytes=").split("-")
        part = kept[path][int(first):int(last) + 1]
        etag = f'"{hashlib.md5(kept[path]).hexdigest()}"'
        return self.answer(206, part, ETag=etag, Content_Range=f"bytes {first}-"
                           f"{int(first) + len(part) - 1}/{len(kept[path])}")

    do_GET = do_HEAD = do_PUT


if __name__ == "__main__":
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
