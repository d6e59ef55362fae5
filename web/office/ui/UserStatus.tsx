import { type ListedStatus, listedStatusLabel } from '#domain/iam/user-status.ts';
import { Badge } from './Badge.tsx';

const TONES = {
  actif: 'good',
  in_interim: 'neutral',
  awaiting_password: 'awaited',
  suspended: 'stopped',
} as const;

export function UserStatus({ status }: { status: ListedStatus }) {
  return <Badge tone={TONES[status]}>{listedStatusLabel(status)}</Badge>;
}
