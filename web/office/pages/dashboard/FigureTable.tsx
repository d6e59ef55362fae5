import styles from './DashboardPage.module.css';

export type FigureColumn<T> = { title: string; cell: (row: T) => string };
type Props<T> = { label: string; columns: readonly FigureColumn<T>[]; rows: readonly T[] };

export function FigureTable<T>({ label, columns: [name, ...figures], rows }: Props<T>) {
  if (!name) return null;
  return (
    <table className={styles.figures} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name.title}</th>
          {figures.map(({ title }) => (
            <th key={title} scope="col" data-figure>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={name.cell(row)}>
            <th scope="row">{name.cell(row)}</th>
            {figures.map(({ title, cell }) => (
              <td key={title} data-figure>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
