import { MAX_BRANCHES } from '#domain/branches/branch-draft.ts';
import { separatorOf } from '#domain/text/csv.ts';
import { decodeText } from '#domain/text/decode-text.ts';

const MOST_BYTES = 500_000;

/** Cells with their titles first, or a text: the reason why the file is not read. */
export async function readCells(file: Blob): Promise<string[][] | string> {
  if (file.size > MOST_BYTES) return 'Ce fichier dépasse 500 ko. Gardez seulement les agences.';
  const text = decodeText(new Uint8Array(await file.arrayBuffer()));
  if (text === null || text.startsWith('PK')) {
    return 'Ce fichier n’est pas un CSV. Dans votre tableur, enregistrez la feuille en CSV.';
  }
  // loaded on import alone
  const { default: Papa } = await import('papaparse');
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), {
    delimiter: separatorOf(text),
    skipEmptyLines: 'greedy',
    // the titles, and one line more that reveals too many
    preview: MAX_BRANCHES + 2,
  });
  if (data.length > MAX_BRANCHES + 1) return `Ce fichier a plus de ${MAX_BRANCHES} agences.`;
  return data.length === 0 ? 'Ce fichier est vide.' : data;
}
