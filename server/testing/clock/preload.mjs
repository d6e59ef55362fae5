// Loaded before anything else by every Node process that tests start (NODE_OPTIONS, see test-day.ts).
import { shiftDate } from './shift-date.mjs';

shiftDate(Number(process.env.TEST_CLOCK_OFFSET));
const { TEST_CLOCK_RECORD } = process.env;
if (TEST_CLOCK_RECORD) {
  const { recordReads } = await import('./record-reads.mjs');
  recordReads(TEST_CLOCK_RECORD);
}
