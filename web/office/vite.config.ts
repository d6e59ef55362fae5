import { pagesConfig } from '../build/pages-config.ts';

export default pagesConfig(
  new URL('.', import.meta.url),
  'office',
  process.env.BACKOFFICE_HOST ?? 'backoffice.localhost',
);
