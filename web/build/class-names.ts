import { basename } from 'node:path';

/**
 * The names of classes, the same in what the browser draws and in what the build draws beforehand: 'Layout_header'.
 * Vite's own hold a hash, which does not compress. Two files of one host cannot have the same name.
 */
export const classNames = {
  generateScopedName: (name: string, file: string) => `${basename(file, '.module.css')}_${name}`,
};
