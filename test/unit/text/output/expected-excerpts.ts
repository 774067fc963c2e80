/** What must be in the excerpt of each tool's output, and what must not. */
export const EXPECTED: Record<string, { tells: string[]; leavesOut?: string[] }> = {
  biome: {
    tells: [
      "src/bad.js:2:10 lint/correctness/noUnusedVariables",
      "! This function tax is unused.",
      "× Formatter would have printed",
      "Found 2 errors.",
    ],
    leavesOut: ["━━━", "Safe fix", "function·tax"],
  },
  "bun-test": {
    tells: [
      "error: expect(received).toBe(expected)",
      "Expected: 6\nReceived: 2",
      "cart.test.ts:4:105",
      "✗ cart > rejects negatives",
      "2 fail",
    ],
    leavesOut: ["bun test v", "✓", "ms]", "1 | import"],
  },
  "cargo-build": {
    tells: [
      "error[E0425]: cannot find value `c` in this scope\n--> src/lib.rs:1:78",
      "error[E0308]: mismatched types\n--> src/lib.rs:1:55",
      "expected `String`, found `u32`",
      "due to 2 previous errors",
    ],
    leavesOut: ["Compiling", "rustc --explain"],
  },
  "cargo-test": {
    tells: [
      "thread 'tests::explodes' panicked at src/lib.rs:8:63:\nindex out of bounds: the len is 0 but the index is 3",
      "assertion `left == right` failed: sum is wrong\nleft: 3\nright: 4",
      "test result: FAILED. 2 passed; 2 failed",
    ],
    leavesOut: ["Compiling", "... ok", "/rustc/", "RUST_BACKTRACE"],
  },
  clang: {
    tells: [
      "/home/dev/shop/src/cart.cpp:9:10: fatal error: 'missing.h' file not found",
      "/home/dev/shop/src/cart.cpp:17:12: error: no member named 'lenght'",
      "2 errors generated.",
    ],
    leavesOut: ["[1/4]", "^~~"],
  },
  eslint: {
    tells: [
      "/home/dev/shop/src/bad.js",
      "2:41  error  'missing' is not defined  no-undef",
      "✖ 5 problems (4 errors, 1 warning)",
    ],
    leavesOut: ["shop@1.0.0", "> eslint"],
  },
  "go-panic": {
    tells: ["panic: runtime error: index out of range [3] with length 0", "/home/dev/shop/cart/cart.go:21"],
    leavesOut: ["/usr/local/go/src", "0xc0000"],
  },
  "go-test": {
    tells: ["cart_test.go:14: Total() = 2, want 6\n--- FAIL: TestTotal", "--- FAIL: TestDiscount/half"],
    leavesOut: ["TestEmpty", "=== RUN", "shop/mail", "no test files"],
  },
  "go-vet": { tells: ["cart/cart.go:12:9: undefined: missing", "mail/send.go:8:2: fmt.Printf format"] },
  gradle: {
    tells: [
      "CartTest > multipliesByCount() FAILED\norg.opentest4j.AssertionFailedError at CartTest.java:21",
      "Execution failed for task ':test'.",
      "4 tests completed, 1 failed",
      "BUILD FAILED",
    ],
    leavesOut: ["Daemon", "UP-TO-DATE", "PASSED", "--scan", "in 3s"],
  },
  javac: {
    tells: ["Cart.java:2: error: incompatible types", "Cart.java:3: error: cannot find symbol", "2 errors"],
  },
  jest: {
    tells: [
      "FAIL  test/jest/cart.test.js",
      "● cart › multiplies by count",
      "Expected: 6\nReceived: 2",
      "test/jest/cart.test.js:4:105",
      "● cart › rejects negatives",
      "Tests:  2 failed, 2 passed, 4 total",
    ],
    leavesOut: ["shop@1.0.0", "PASS", "Time:", "Ran all", "● Console", "  3 |"],
  },
  "long-run": {
    tells: [
      "FAIL src/cart.test.ts > cart > multiplies by count\nAssertionError: expected 2 to be 6\n❯ src/cart.test.ts:14:33",
      "Tests  1 failed | 1893 passed (1894)",
    ],
    leavesOut: ["✓", "Fetching", "Duration"],
  },
  "make-gcc": {
    tells: [
      "cart.c:2:43: error: ‘missing’ undeclared",
      "cart.c:3:80: error: expected ‘;’ before ‘}’ token",
      "make: *** [Makefile:4: cart] Error 1",
    ],
    leavesOut: ["^~~"],
  },
  "make-link": { tells: ["undefined reference to `helper'", "make: *** [Makefile:6: link] Error 1"] },
  "maven-compile": {
    tells: ["Cart.java:[12,16] incompatible types", "Cart.java:[19,5] cannot find symbol", "BUILD FAILURE"],
    leavesOut: ["Scanning", "resources", "Re-run Maven", "Help 1]"],
  },
  "maven-test": {
    tells: [
      "AssertionFailedError: expected: <6> but was: <2>\nat com.example.CartTest.multipliesByCount(CartTest.java:21)",
      "CartTest.last:28 » IndexOutOfBounds Index 3",
      "Tests run: 7, Failures: 1, Errors: 1",
    ],
    leavesOut: ["MailTest", "org.junit", "java.base", "elapsed"],
  },
  mocha: {
    tells: [
      "multiplies by count:\nAssertionError [ERR_ASSERTION]: 2 == 6",
      "test/mocha/cart.js:4:44",
      "test/mocha/cart.js:5:39",
      "2 failing",
    ],
    leavesOut: ["✔", "node:internal", "9ms"],
  },
  mypy: {
    tells: [
      "cart.py:5: error: Incompatible return value type",
      "[attr-defined]",
      "Found 2 errors in 1 file (checked 1 source file)",
    ],
  },
  "node-assert": {
    tells: [
      "AssertionError [ERR_ASSERTION]: count is ignored\n2 !== 6\nat Object.<anonymous> (/home/dev/shop/test/node/plain.js:2:8)",
    ],
    leavesOut: ["node:internal", "Node.js v"],
  },
  "node-spec": {
    tells: [
      "✖ multiplies by count\nAssertionError [ERR_ASSERTION]: 2 == 6",
      "/home/dev/shop/test/node/cart.test.js:4:44",
      "/home/dev/shop/test/node/cart.test.js:5:39",
      "fail 2",
    ],
    leavesOut: ["✔", "node:internal", "ms)"],
  },
  "node-test": {
    tells: [
      "not ok 2 - multiplies by count",
      "test/node/cart.test.js:4:3",
      "error: '2 == 6'\nexpected: 6\nactual: 2",
      "# fail 2",
    ],
    leavesOut: ["TAP version", "\nok 1", "duration_ms", "node:internal"],
  },
  "npm-script-missing": { tells: ['Missing script: "tset"'], leavesOut: ["debug-0.log"] },
  phpunit: {
    tells: [
      "1) Shop\\Tests\\CartTest::testLast\nUndefined array key 3\n/home/dev/shop/src/Cart.php:33",
      "Failed asserting that 2 is identical to 6.\n/home/dev/shop/tests/CartTest.php:21",
      "Tests: 9, Assertions: 14, Errors: 1, Failures: 1.",
    ],
    leavesOut: ["Sebastian", "Runtime", "Memory", "..F"],
  },
  pytest: {
    tells: [
      "E  AssertionError: assert '23' == 5",
      "test_cart.py:9: AssertionError",
      "FAILED test_cart.py::test_total - AssertionError: assert '23' == 5",
      "FAILED test_unit.py::CartTest::test_total - AssertionError: '2' != 2",
      "5 failed, 4 passed",
    ],
    leavesOut: ["platform linux", "rootdir", "PASSED", "%]", "====", "0.09s"],
  },
  "pytest-q": {
    tells: [
      "E  AttributeError: 'Cart' object has no attribute 'items'\ncart.py:9: AttributeError",
      "5 failed",
    ],
    leavesOut: [".FF.", "0x7f"],
  },
  "python-traceback": {
    tells: [
      'File "/home/dev/shop/py/crash.py", line 1',
      "ModuleNotFoundError: No module named 'nothing_here'",
    ],
  },
  rspec: {
    tells: [
      "1) Cart#total multiplies by count\nFailure/Error: expect(cart.total).to eq(6)\nexpected: 6\ngot: 2",
      "./spec/cart_spec.rb:12",
      "9 examples, 2 failures",
      "rspec ./spec/cart_spec.rb:18 # Cart#last raises when empty",
    ],
    leavesOut: ["seed", "..F.", "/gems/", "Finished in"],
  },
  ruff: {
    tells: ["F401 [*] `os` imported but unused\n--> cart.py:1:8", "--> test_unit.py:1:1", "Found 6 errors."],
  },
  "ruff-concise": { tells: ["cart.py:1:8: F401 [*] `os` imported but unused", "Found 6 errors."] },
  "shell-missing": { tells: ["sh: 1: eslintt: not found"], leavesOut: ["npm error"] },
  tsc: {
    tells: [
      "src/cart.ts(3,9): error TS2322: Type 'number'",
      "src/cart.ts(6,62): error TS2339: Property 'name'",
    ],
    leavesOut: ["shop@1.0.0", "> tsc"],
  },
  "tsc-pretty": {
    tells: [
      "src/cart.ts:3:9 - error TS2322: Type 'number'",
      "Found 3 errors in the same file, starting at: src/cart.ts:3",
    ],
    leavesOut: ["~~~"],
  },
  unittest: {
    tells: [
      "ERROR: test_boom (test_unit.CartTest.test_boom)",
      'test_unit.py", line 5, in test_total',
      "AssertionError: '2' != 2",
      "FAILED (failures=1, errors=1)",
    ],
    leavesOut: ["... ok", "-----", "0.001s"],
  },
  "unknown-tool": { tells: ["contract 17: price after discount is 12, agreed was 11\nverdict: rejected"] },
  vitest: {
    tells: [
      "FAIL  cart.test.js > cart > multiplies by count\nAssertionError: expected 2 to be 6 // Object.is equality",
      "❯ cart.test.js:4:105",
      "Tests  2 failed | 1 passed (3)",
    ],
    leavesOut: ["RUN", "✓", "⎯", "Start at", "Duration", "318ms"],
  },
};
