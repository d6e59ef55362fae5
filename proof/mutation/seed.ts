/** Properties draw the same examples for every mutant and in every run, so that a count can be had again. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 2026 });
