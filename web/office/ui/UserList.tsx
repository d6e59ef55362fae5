import { Link } from 'react-router';
import type { Company } from '#domain/companies/company.ts';
import { type ListedStatus, listedStatusLabel } from '#domain/iam/user-status.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { addresses } from '../addresses.ts';
import { CopyLink, InviteAgain } from './PasswordLink.tsx';
import styles from './UserList.module.css';

type User = Company['users'][number];
type Props = {
  label: string;
  users: readonly User[];
  /** each then opens to be changed */
  mayEdit?: boolean;
};

/** Users with what is awaited of them. */
export function UserList({ label, users, mayEdit = false }: Props) {
  return <Table label={label} columns={mayEdit ? EDITABLE : READABLE} rows={users} keyOf={({ id }) => id} />;
}

const WHO: Column<User>[] = [
  { title: 'Nom', width: 22, cell: (user) => <strong className={styles.name}>{fullName(user)}</strong> },
  { title: 'E-mail', width: 26, isLong: true, cell: ({ mail }) => mail },
  { title: 'Téléphone', width: 14, cell: ({ phone }) => phone || '—' },
];

const READABLE: Column<User>[] = [
  ...WHO,
  { title: 'Statut', width: 38, isLong: true, cell: (user) => <Status user={user} /> },
];

const EDITABLE: Column<User>[] = [
  ...WHO,
  { title: 'Statut', width: 27, isLong: true, cell: (user) => <Status user={user} mayInvite /> },
  {
    title: 'Action',
    width: 11,
    isFigure: true,
    isTitleHidden: true,
    cell: (user) => (
      <Link className={styles.edit} to={addresses.user(user.id)} aria-label={`Modifier ${fullName(user)}`}>
        Modifier
      </Link>
    ),
  },
];

function Status({ user, mayInvite = false }: { user: User; mayInvite?: boolean }) {
  const { id, status, mail, password_link } = user;
  return (
    <span className={styles.status}>
      <UserStatus status={status} />
      {password_link === null ? null : <CopyLink link={password_link} mail={mail} />}
      {password_link !== null && mayInvite ? <InviteAgain id={id} mail={mail} /> : null}
    </span>
  );
}

const TONES = {
  actif: 'success',
  in_interim: 'neutral',
  awaiting_password: 'warning',
  suspended: 'failure',
} as const;

export function UserStatus({ status }: { status: ListedStatus }) {
  return <Badge tone={TONES[status]}>{listedStatusLabel(status)}</Badge>;
}

function fullName({ name, surname }: Pick<User, 'name' | 'surname'>): string {
  return `${name} ${surname}`.trim();
}
