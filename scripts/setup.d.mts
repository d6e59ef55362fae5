export function setUp(): Promise<void>;
export function reachRegistry(): Promise<boolean>;
