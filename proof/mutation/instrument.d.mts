export type Mutant = {
  id: string;
  fileName: string;
  mutatorName: string;
  replacement: string;
  location: { start: { line: number; column: number } };
};
export function instrument(
  names: readonly string[],
): Promise<{ mutants: Mutant[]; texts: Map<string, string> }>;
