export function readAudit(stdout: string): { isGrave: boolean; sentence: string };
export function audit(options?: {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}): Promise<{ isGrave: boolean; sentence: string }>;
