import { pagesConfig } from '../build/pages-config.ts';

export default pagesConfig(new URL('.', import.meta.url), 'site', process.env.PUBLIC_HOST ?? 'localhost');
