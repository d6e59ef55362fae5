import type { Company } from '#domain/companies/company.ts';
import { CopyLink } from '../../ui/CopyLink.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { UserStatus } from '../../ui/UserStatus.tsx';
import styles from './UsersTable.module.css';

type User = Company['users'][number];

const COLUMNS: Column<User>[] = [
  {
    title: 'Nom',
    width: 26,
    cell: ({ name, surname }) => (
      <strong className={styles.name}>
        {name} {surname}
      </strong>
    ),
  },
  { title: 'E-mail', width: 30, isLong: true, cell: ({ mail }) => mail },
  { title: 'Téléphone', width: 16, cell: ({ phone }) => phone || '—' },
  { title: 'Statut', width: 28, isLong: true, cell: (user) => <Status user={user} /> },
];

/** Some users of a bureau, in the modal that their count opens. */
export function UsersTable({ users, kind }: { users: readonly User[]; kind: string }) {
  if (users.length === 0) return <p className={styles.none}>Ce bureau n’a pas d’utilisateurs {kind}.</p>;
  return (
    <div className={styles.frame}>
      <DataTable label={`Utilisateurs ${kind}`} columns={COLUMNS} rows={users} keyOf={({ mail }) => mail} />
    </div>
  );
}

function Status({ user: { status, mail, password_link } }: { user: User }) {
  return (
    <span className={styles.status}>
      <UserStatus status={status} />
      {password_link === null ? null : <CopyLink link={password_link} mail={mail} />}
    </span>
  );
}
