// Loaded before anything else by every Node process that tests start (NODE_OPTIONS, see test-day.ts).
import { shiftDate } from './shift-date.mjs';

shiftDate(Number(process.env.TEST_CLOCK_OFFSET));
