const LONGEST = 300;

/** Error of a mail server on a single line, without an address or the secret of a link. */
export function describeFailure(answer: string, recipient: string): string {
  const local = recipient.slice(0, recipient.lastIndexOf('@')).toLowerCase();
  return answer
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/(https?:\/\/[^\s?#]*)[?#]\S*/gi, '$1')
    .replace(/[^\s<>"'(),;:]*@[^\s<>"'(),;:]*/g, '…')
    .split(/(\s+)/)
    .map((word) => (local.length > 1 && word.toLowerCase().includes(local) ? '…' : word))
    .join('')
    .trim()
    .slice(0, LONGEST);
}
