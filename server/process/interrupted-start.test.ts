import { MOMENTS, testMoments } from '../testing/interrupted-start.ts';

// Ctrl-C in an empty folder, and SIGTERM in one with a database
const TRIED = ['initdb has begun', 'PostgreSQL starts'];

testMoments(MOMENTS.filter(([name]) => TRIED.includes(name)));
