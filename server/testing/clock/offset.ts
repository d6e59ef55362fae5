/** From the clock of the machine, in milliseconds. 0 outside the tests, as in a proof that is run by hand. */
export const CLOCK_OFFSET = Number(process.env.TEST_CLOCK_OFFSET ?? 0);

/** For a process that is given an environment of its own. */
export function clockEnvironment(): Record<string, string> {
  const { NODE_OPTIONS = '', TEST_CLOCK_OFFSET, TEST_CLOCK_RECORD, TEST_CLOCK_READER } = process.env;
  if (TEST_CLOCK_OFFSET === undefined) return {};
  const recorded =
    TEST_CLOCK_RECORD && TEST_CLOCK_READER ? { TEST_CLOCK_RECORD, TEST_CLOCK_READER } : undefined;
  return { NODE_OPTIONS, TEST_CLOCK_OFFSET, ...recorded };
}
