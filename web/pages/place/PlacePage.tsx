import { formatAmount, formatShortAmount } from '#domain/money/format.ts';
import { companyPath, comparisonPath, placePath } from '#domain/pages/address.ts';
import { formatFixedAt } from '#domain/pages/format-fixed.ts';
import type { NearPlace, PlaceView } from '#domain/pages/page.ts';
import { formatMetres } from '#domain/places/format-metres.ts';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { BranchLine, BranchList, BranchNote } from '../parts/BranchLine.tsx';
import { BranchMap } from '../parts/BranchMap.tsx';
import { ComparatorForm } from '../parts/ComparatorForm.tsx';
import { PageImage } from '../parts/PageImage.tsx';
import { Links, PageHead, Panel, Part, Split } from '../parts/Part.tsx';
import { atPlace, capitalised, countBranches, countCompanies, nameOfPlace } from '../words.ts';
import styles from './PlacePage.module.css';

type Props = { view: PlaceView; today: string };

export function PlacePage({ view, today }: Props) {
  const { place, branchCount, nearest } = view;
  const isEmpty = branchCount === 0;
  return (
    <>
      <PageHead
        title={`Changer de l’argent ${atPlace(place)}`}
        lead={
          isEmpty
            ? `Aucun bureau comparé n’a d’agence ${atPlace(place)}. Les plus proches sont ci-dessous.`
            : describeBranches(view)
        }
      />
      {isEmpty ? (
        <Nearest title="Les plus proches" nearest={nearest} />
      ) : (
        <div className={styles.first}>
          <Split
            aside={
              <Panel title="Comparer un autre montant">
                <ComparatorForm
                  asked={{
                    amount: String(view.amount / 100),
                    side: 'buy',
                    code: view.rates[0]?.code ?? 'USD',
                  }}
                  currencies={view.currencies}
                  place={place}
                />
              </Panel>
            }
          >
            <Rates view={view} today={today} />
          </Split>
        </div>
      )}
      {isEmpty ? null : <Branches view={view} />}
      {view.past.length > 0 ? <Past view={view} /> : null}
      {isEmpty || nearest.length === 0 ? null : <Nearest title="À proximité" nearest={nearest} />}
      <Part title="Voir aussi">
        <Links
          links={[
            { path: '/change', text: 'Toutes les villes et tous les aéroports' },
            { path: '/devises', text: 'Toutes les devises' },
          ]}
        />
      </Part>
    </>
  );
}

function describeBranches({ place, branchCount, companyCount }: PlaceView): string {
  const there = `de change ${atPlace(place)}`;
  if (branchCount === 1) return `Un bureau ${there}, avec ses horaires et ses meilleurs taux.`;
  return `${countBranches(branchCount)} de ${countCompanies(companyCount)} ${there}, avec leurs horaires et leurs meilleurs taux.`;
}

function Rates({ view: { place, rates, amount, base }, today }: Props) {
  if (rates.length === 0) return null;
  return (
    <Part title={`Les meilleurs montants ici pour ${formatShortAmount(base.code, amount)}`}>
      <ul className={styles.rates}>
        {rates.map(({ code, label, best }) => (
          <li key={code} className={styles.rate}>
            <div className={styles.row}>
              <p className={styles.name}>
                <PageImage kind="currency" name={code} />
                <a href={comparisonPath(amount / 100, base.code, code, place.slug)}>{capitalised(label)}</a>
              </p>
              <strong className={styles.amount}>{formatAmount(code, best.received)}</strong>
            </div>
            <p className={styles.fact}>
              <a href={companyPath(best.company.slug)}>{best.company.name}</a>
              {`${best.branch === null ? '' : `, ${best.branch}`}, ${best.isFresh ? 'fixé' : 'à confirmer, fixé'} ${formatFixedAt(best.fixedAt, today)}`}
            </p>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Past({ view: { place, past, amount, base } }: { view: PlaceView }) {
  const isAirport = place.kind === 'airport';
  const asked = formatShortAmount(base.code, amount);
  return (
    <Part title={isAirport ? 'Changer ici ou ailleurs' : 'Le département face au reste de la France'}>
      <p className={styles.note}>
        {`Montants remis pour ${asked}, en moyenne sur 30\u00a0jours. Offres ${isAirport ? 'de l’aéroport' : `du département (${place.area})`} et de toute la France, relevées à 18\u00a0h.`}
      </p>
      <table className={styles.past}>
        <thead>
          <tr>
            <th scope="col">Devise</th>
            <th scope="col">{isAirport ? 'Meilleur à l’aéroport' : 'Meilleur du département'}</th>
            <th scope="col">Meilleur en France</th>
          </tr>
        </thead>
        <tbody>
          {past.map(({ code, label, best, median, everywhere, missing }) => (
            <tr key={code}>
              <th scope="row">{capitalised(label)}</th>
              <td>
                {formatAmount(code, best)}
                {median === best ? null : (
                  <span className={styles.detail}>{`médian ${formatAmount(code, median)}`}</span>
                )}
              </td>
              <td>
                {formatAmount(code, everywhere)}
                <span className={styles.detail}>{describeGap(base.code, missing)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function describeGap(base: string, missing: number): string {
  if (missing === 0) return 'autant';
  return `${formatAmount(base, Math.abs(missing))} de ${missing > 0 ? 'plus' : 'moins'}`;
}

function Branches({ view: { branches, branchCount } }: { view: PlaceView }) {
  const placed = branches.flatMap(({ name, position }, i) =>
    position ? [{ number: i + 1, name, position }] : [],
  );
  return (
    <Part title={branchCount > 1 ? 'Les agences' : 'L’agence'}>
      <BranchMap branches={placed} unplaced={branches.length - placed.length} />
      {branches.length < branchCount ? (
        <BranchNote>{`Les ${branches.length} premières par bureau, sur ${branchCount}.`}</BranchNote>
      ) : null}
      <BranchList>
        {branches.map(({ company, name, address, city, phone, open }, i) => (
          <BranchLine
            key={`${company.slug} ${name} ${address}`}
            number={i + 1}
            {...{ name, address, city, phone, open }}
            of={
              <>
                <a href={companyPath(company.slug)}>{company.name}</a>{' '}
                {company.isPartner ? <Badge tone="partner">Partenaire</Badge> : null}
              </>
            }
          />
        ))}
      </BranchList>
    </Part>
  );
}

export function Nearest({ title, nearest }: { title: string; nearest: readonly NearPlace[] }) {
  return (
    <Part title={title}>
      <Links
        links={nearest.map((place) => ({
          path: placePath(place.slug),
          text: `${nameOfPlace(place)}, à\u00a0${formatMetres(place.metres)}`,
        }))}
      />
    </Part>
  );
}
