export const DRAWN: number;
export function folderOf(file: string): string;
