export function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}

export function isLocal(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\./.test(host);
}
