export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} et ${words.at(-1)}`;
}

// 'Espèces, carte bancaire', of labels that each begin with a capital.
export function joinLabels(labels: readonly string[]): string {
  return labels
    .map((label, i) => (i === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1)))
    .join(', ');
}
