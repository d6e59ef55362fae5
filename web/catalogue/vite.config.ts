import { pagesConfig } from '../build/pages-config.ts';

// catalogue of npm run dev alone; scripts/build.mjs builds the two apps
export default pagesConfig(new URL('.', import.meta.url), 'catalogue', 'localhost');
