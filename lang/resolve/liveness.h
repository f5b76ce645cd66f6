// Liveness: a backward walk finds which names are read.
#pragma once

#include <vector>

#include "lang/resolve/resolver.h"

namespace rille::lang {

// The subexpressions of an expression or statement, in evaluation order, without the bodies of
// functions.
std::vector<Expr*> children(const Expr& e);
std::vector<Expr*> children(const Stmt& s);

// A set of bindings, by their ids.
class LiveSet {
 public:
  explicit LiveSet(size_t count = 0) : words_(count / 64 + 1) {}
  bool has(const Binding* b) const { return words_[word(b)] & bit(b); }
  void set(const Binding* b, bool is_live) {
    words_[word(b)] = is_live ? words_[word(b)] | bit(b) : words_[word(b)] & ~bit(b);
  }
  void join(const LiveSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  void drop(const LiveSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
  }

 private:
  static size_t word(const Binding* b) { return static_cast<size_t>(b->id) / 64; }
  static uint64_t bit(const Binding* b) { return uint64_t(1) << (b->id % 64); }
  std::vector<uint64_t> words_;
};

// Walks one function from its end to its beginning. live_ holds, by Binding::id, the bindings that
// are read after the current point before they are written. A read of any other binding is its
// last use.
class Liveness {
 public:
  Liveness(File& file, ResolveOptions options) : file_(file), options_(options) {}
  void run();

 private:
  void function(FunctionDecl* f, Expr* body);
  void visit(Expr* e);
  void backwards(const std::vector<Expr*>& parts);
  void statement(Stmt& s);
  void read(Name& e);
  static void mark_tail(Expr* e);
  void call(CallExpr& e);
  void assign(const Assign& s);
  void target(Expr* e, bool is_whole);
  void logic(const Logic& e);
  void if_(const If& e);
  void match(const Match& e);
  void loop(const Expr& e, Expr* condition, BlockExpr* body);
  LiveSet turn_reads(const Expr& loop, const Expr* condition, const BlockExpr& body) const;
  void gather(const Comprehension& e);
  void lambda(FunctionDecl& f);
  void add_reads(const Expr& e, const Expr& loop, LiveSet& to) const;
  void keep_tests();
  bool is_tracked(const Binding* b) const;
  void set(const Binding* b, bool is_live) { live_.set(b, is_live); }
  File& file_;
  ResolveOptions options_;
  FunctionDecl* function_ = nullptr;
  LiveSet live_, exit_, break_, continue_;
};

}  // namespace rille::lang
