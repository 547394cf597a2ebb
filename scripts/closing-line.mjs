/** A vitest reporter that ends the output with the plain line that log readers look for: `tests: N passed, N failed`. */
export default class ClosingLine {
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that does not load has no test that could fail.
      if (module.errors().length > 0) counts.failed += 1;
    }
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    process.stdout.write(`tests: ${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
  }
}
