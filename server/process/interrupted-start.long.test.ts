// Duration: ten processes started and ended, seven of them with a database that is made first.
import { MOMENTS, testMoments } from '../testing/interrupted-start.ts';

testMoments(MOMENTS);
