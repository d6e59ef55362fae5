import type { RateRow } from '#domain/rates/fixing.ts';
import { addresses } from '../../addresses.ts';
import { ActionLink } from '../../ui/ActionLink.tsx';
import { RatesExport } from './out/RatesExport.tsx';
import styles from './RateTools.module.css';
import { useSheet } from './sheet-state.ts';

export function RateTools({ rates, isOfBranch }: { rates: readonly RateRow[]; isOfBranch: boolean }) {
  // order of the sheet as it is now
  const sheet = useSheet((state) => state.sheet);
  return (
    <div className={styles.tools}>
      {isOfBranch ? null : (
        <ActionLink to={addresses.importRates} icon="upload" variant="secondary" size="small">
          Coller ou importer un tableau
        </ActionLink>
      )}
      <ActionLink to={addresses.ratesHistory} variant="secondary" size="small">
        Qui a changé quoi
      </ActionLink>
      {isOfBranch ? null : (
        <>
          <ActionLink to={addresses.margins} variant="secondary" size="small">
            Marges
          </ActionLink>
          <ActionLink to={addresses.board} variant="secondary" size="small">
            Tableau
          </ActionLink>
        </>
      )}
      <RatesExport rates={sheet?.rows ?? rates} unit={sheet?.quote_unit ?? 'per_base'} />
    </div>
  );
}
