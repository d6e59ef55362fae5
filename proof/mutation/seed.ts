/** Gives properties the same examples for every mutant and in every run, so that a count can be repeated. */
import fc from 'fast-check';

fc.configureGlobal({ seed: 2026, endOnFailure: true });
