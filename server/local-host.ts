/** Names that this machine alone knows itself by: whoever else asks for them finds his own. */
export function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\./.test(host);
}
