import type { Company } from '#domain/companies/company.ts';
import { isActive } from '#domain/iam/user-status.ts';
import { showModal } from '#web/shared/feedback/modal.ts';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Companies.module.css';
import { UsersTable } from './UsersTable.tsx';

// spec 9
const COLUMNS: Column<Company>[] = [
  { title: 'N°', width: 10, cell: ({ id }) => <span className={styles.id}>{id}</span> },
  {
    title: 'Bureau',
    width: 32,
    isTitle: true,
    cell: ({ name }) => <strong className={styles.name}>{name}</strong>,
  },
  { title: 'Téléphone', width: 14, cell: ({ phone }) => phone || '—' },
  {
    title: 'E-mail',
    width: 24,
    isLong: true,
    cell: ({ email }) =>
      email ? (
        <a className={styles.email} href={`mailto:${email}`}>
          {email}
        </a>
      ) : (
        '—'
      ),
  },
  { title: 'Actifs', width: 10, isFigure: true, cell: (company) => <Count company={company} isOfActive /> },
  {
    title: 'Inactifs',
    width: 10,
    isFigure: true,
    cell: (company) => <Count company={company} isOfActive={false} />,
  },
];

/** The bureaux with how many of their users are active and inactive (spec 2). */
export function Companies({ companies }: { companies: readonly Company[] }) {
  if (companies.length === 0) {
    return <Notice title="Aucun bureau">Les bureaux partenaires apparaîtront ici.</Notice>;
  }
  return (
    <Card title="Bureaux" note={companies.length === 1 ? '1 bureau' : `${companies.length} bureaux`}>
      <DataTable label="Bureaux" columns={COLUMNS} rows={companies} keyOf={({ id }) => id} />
    </Card>
  );
}

/** A count that opens the list of those users. */
function Count({ company: { name, users }, isOfActive }: { company: Company; isOfActive: boolean }) {
  const counted = users.filter(({ status }) => isActive(status) === isOfActive);
  const kind = isOfActive ? 'actifs' : 'inactifs';
  return (
    <button
      type="button"
      className={styles.count}
      aria-haspopup="dialog"
      aria-label={`${counted.length}, voir les utilisateurs ${kind} de ${name}`}
      onClick={() =>
        showModal({
          type: 'comp-modal',
          title: `${name} : utilisateurs ${kind}`,
          message: <UsersTable users={counted} kind={kind} />,
          buttonLabel: 'Fermer',
        })
      }
    >
      {counted.length}
    </button>
  );
}
