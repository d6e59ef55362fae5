import type { Plugin } from 'vite';

/**
 * Compresses workbooks in the calling thread, because the library would make workers out of text, which the
 * Content-Security-Policy refuses. The build fails on an unknown version of the library's file.
 */
export function writeWorkbooksInPlace(): Plugin {
  return {
    name: 'sync-zip',
    apply: 'build',
    transform: {
      filter: { id: /write-excel-file\/modules\/zip\/zipToArrayBuffer\.js$/ },
      handler: (code) => {
        if (!code.includes('function zipAsync(files)')) {
          throw new Error(`The writer of workbooks has changed: see ${import.meta.filename}`);
        }
        return "import { zipSync } from 'fflate';\nexport default async (files) => zipSync(files).buffer;\n";
      },
    },
  };
}
