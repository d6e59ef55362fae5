import { pagesConfig } from '../build/pages-config.ts';

// served by npm run dev; scripts/build.mjs builds the two apps alone
export default pagesConfig(new URL('.', import.meta.url), 'catalogue', 'localhost');
