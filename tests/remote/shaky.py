"""A proxy that loses requests and answers at random. usage: shaky.py PORT SEED KINDS

Prints its port. KINDS are of: refuse (503, nothing arrives), drop (the connection ends before
anything arrives), lose (it arrives, the answer does not), cut (half of the answer).
"""
import http.client
import http.server
import random
import sys
import threading

PORT, SEED, KINDS = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].split(",")
draw, lock = random.Random(SEED), threading.Lock()
CHANCE = 0.25


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_GET(self):
        with lock:
            kind = draw.choice(KINDS) if draw.random() < CHANCE else ""
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if kind == "drop":
            self.close_connection = True
            return
        if kind == "refuse":
            return self.answer(503, [("Retry-After", "0")], b"")
        there = http.client.HTTPConnection("127.0.0.1", PORT, timeout=300)
        there.request(self.command, self.path, body, dict(self.headers))
        answer = there.getresponse()
        text = answer.read()
        there.close()
        if kind == "lose":
            self.close_connection = True
            return
        half = len(text) // 2 if kind == "cut" else None
        self.answer(answer.status, answer.getheaders(), text, half)

    def answer(self, status, headers, body, sent=None):
        self.send_response(status)
        skipped = ("transfer-encoding", "connection", "date", "server")
        length = str(len(body))
        for name, value in headers:
            if name.lower() == "content-length":
                length = value if self.command == "HEAD" else length
            elif name.lower() not in skipped:
                self.send_header(name, value)
        self.send_header("Content-Length", length)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body[:sent])
        if sent is not None:
            self.close_connection = True

    do_PUT = do_POST = do_HEAD = do_DELETE = do_GET


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True

    def handle_error(self, *_):
        pass


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_port, flush=True)
    server.serve_forever()
