import { Link } from 'react-router';
import type { Company, CompanyName } from '#domain/companies/company.ts';
import { type ListedStatus, listedStatusLabel } from '#domain/users/user-status.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import type { Column } from '#web/shared/ui/Table.tsx';
import { addresses } from '../addresses.ts';
import { LongTable } from './LongTable.tsx';
import { InviteAgain, PasswordLink } from './PasswordLink.tsx';
import styles from './UserList.module.css';

type User = Company['users'][number];
/** `company` only in lists across companies. */
export type UserOfCompany = User & { company?: CompanyName | null };
type Props = {
  label: string;
  users: readonly UserOfCompany[];
  mayEdit?: boolean;
  showsCompany?: boolean;
};

export function UserList({ label, users, mayEdit = false, showsCompany = false }: Props) {
  const columns = mayEdit ? EDITABLE : READABLE;
  return (
    <LongTable
      label={label}
      columns={showsCompany ? withCompanyColumn(columns) : columns}
      rows={users}
      keyOf={({ id }) => id}
      first={50}
    />
  );
}

function withCompanyColumn(columns: readonly Column<UserOfCompany>[]): Column<UserOfCompany>[] {
  return columns.map((column) => (column === PHONE ? COMPANY : column));
}

const PHONE: Column<UserOfCompany> = {
  title: 'Téléphone',
  width: 14,
  cell: ({ phone }) => <span className={styles.phone}>{phone || '—'}</span>,
};
const COMPANY: Column<UserOfCompany> = {
  title: 'Bureau',
  width: 14,
  cell: ({ company }) => company?.name ?? '—',
};

const NAMES: Column<UserOfCompany>[] = [
  { title: 'Nom', width: 22, cell: (user) => <strong className={styles.name}>{fullName(user)}</strong> },
  { title: 'E-mail', width: 26, hasOwnLine: true, cell: ({ mail }) => mail },
  PHONE,
];

const READABLE: Column<UserOfCompany>[] = [
  ...NAMES,
  { title: 'Statut', width: 38, hasOwnLine: true, cell: (user) => <Status user={user} /> },
];

const EDITABLE: Column<UserOfCompany>[] = [
  ...NAMES,
  { title: 'Statut', width: 27, hasOwnLine: true, cell: (user) => <Status user={user} mayInvite /> },
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
  const { id, status, mail, password_link, is_link_hidden } = user;
  return (
    <span className={styles.status}>
      <UserStatus status={status} />
      <PasswordLink user={user} />
      {(password_link !== null || is_link_hidden) && mayInvite ? <InviteAgain id={id} mail={mail} /> : null}
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

export function fullName({ name, surname }: { name: string; surname: string }): string {
  return `${name} ${surname}`.trim();
}
