import { describeClosure } from '#domain/branches/format-hours.ts';
import { REGISTER_URL } from '#domain/companies/authorisation.ts';
import { formatExactRate } from '#domain/money/format-exact.ts';
import { currencyPath, placePath } from '#domain/pages/address.ts';
import { formatFixedAt } from '#domain/pages/format-fixed.ts';
import type { BranchView, CompanyView } from '#domain/pages/page.ts';
import { formatReliability } from '#domain/reservations/format-reliability.ts';
import { BranchLine, BranchList, BranchNote } from '../parts/BranchLine.tsx';
import { BranchMap } from '../parts/BranchMap.tsx';
import { PageImage } from '../parts/PageImage.tsx';
import { Links, PageHead, Part } from '../parts/Part.tsx';
import { capitalised, countBranches } from '../words.ts';
import styles from './CompanyPage.module.css';

export function CompanyPage({ view, today }: { view: CompanyView; today: string }) {
  return (
    <>
      <PageHead title={view.name} lead={describeCompany(view)}>
        <Facts view={view} />
      </PageHead>
      {view.branches.length > 0 ? <Branches view={view} /> : null}
      <Rates view={view} today={today} />
      <Part title="Voir aussi">
        <Links
          links={[
            { path: '/bureaux', text: 'Tous les bureaux comparés' },
            { path: '/change', text: 'Où changer de l’argent' },
            { path: '/devises', text: 'Toutes les devises' },
          ]}
        />
      </Part>
    </>
  );
}

function Facts({ view: { site, logo, authorisation, reliability, isPartner } }: { view: CompanyView }) {
  return (
    <div className={styles.card}>
      <PageImage kind="company" name={logo} />
      <ul className={styles.facts}>
        {isPartner ? <li>Partenaire de la bêta, sans effet sur son rang</li> : null}
        {authorisation === null ? null : (
          <li>
            {authorisation === '' ? (
              'Numéro d’autorisation non communiqué'
            ) : (
              <>
                {`Autorisation n°\u00a0${authorisation}, à vérifier au `}
                <a href={REGISTER_URL} rel="noopener">
                  registre des agents financiers
                </a>
              </>
            )}
          </li>
        )}
        {reliability === null ? null : <li>{formatReliability(reliability)}</li>}
        <li>
          <a href={site} rel="noopener">
            Site du bureau
          </a>
        </li>
      </ul>
    </div>
  );
}

function describeCompany({ rates, branchCount }: CompanyView): string | undefined {
  const facts = [
    ...(rates.length > 0 ? [`change ${rates.length}\u00a0${rates.length > 1 ? 'devises' : 'devise'}`] : []),
    ...(branchCount > 0 ? [`compte ${countBranches(branchCount)}`] : []),
  ];
  return facts.length > 0 ? `Ce bureau ${facts.join(' et ')}.` : undefined;
}

function Branches({ view: { branches, branchCount } }: { view: CompanyView }) {
  const placed = branches.flatMap(({ name, position }, i) =>
    position ? [{ number: i + 1, name, position }] : [],
  );
  return (
    <Part title={branches.length > 1 ? 'Ses agences' : 'Son agence'}>
      <BranchMap branches={placed} unplaced={branches.length - placed.length} />
      {branches.length < branchCount ? (
        <BranchNote>{`Les ${branches.length} premières, sur ${branchCount}.`}</BranchNote>
      ) : null}
      <BranchList>
        {branches.map((branch, i) => (
          <Branch key={`${branch.name} ${branch.address}`} branch={branch} number={i + 1} />
        ))}
      </BranchList>
    </Part>
  );
}

function Rates({ view: { rates, base }, today }: { view: CompanyView; today: string }) {
  const [first] = rates;
  if (!first) {
    return (
      <Part title="Ses taux">
        <p>Ce bureau n’a pas de taux à comparer en ce moment.</p>
      </Part>
    );
  }
  // hour of all rates, said once
  const isSame = rates.every((rate) => describeFixed(rate, today) === describeFixed(first, today));
  return (
    <Part title="Ses taux">
      <p className={styles.note}>
        {`Pour 1\u00a0${base.code}, en unités de la devise. Le bureau remet au taux de vente et reprend au taux d’achat.`}
        {isSame
          ? ` Tous ses taux ont été fixés ${formatFixedAt(first.fixedAt, today)}${first.isFresh ? '' : ' et restent à confirmer'}.`
          : null}
      </p>
      <table className={styles.rates}>
        <thead>
          <tr>
            <th scope="col">Devise</th>
            <th scope="col">Vente</th>
            <th scope="col">Achat</th>
          </tr>
        </thead>
        <tbody>
          {rates.map(({ code, label, sale, purchase, ...rate }) => (
            <tr key={code}>
              <th scope="row">
                <span className={styles.currency}>
                  <a href={currencyPath(code, sale ? 'buy' : 'sell')}>{capitalised(label)}</a>
                  <span className={styles.fixed}>
                    {isSame ? code : `${code}, ${describeFixed(rate, today)}`}
                  </span>
                </span>
              </th>
              <td>{sale ? formatExactRate(sale) : '–'}</td>
              <td>{purchase ? formatExactRate(purchase) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  );
}

function describeFixed(
  { fixedAt, isFresh }: Pick<CompanyView['rates'][number], 'fixedAt' | 'isFresh'>,
  today: string,
): string {
  return `${isFresh ? 'fixé' : 'à confirmer, fixé'} ${formatFixedAt(fixedAt, today)}`;
}

function Branch({ branch, number }: { branch: BranchView; number: number }) {
  const { name, address, phone, hours, closures, open, place } = branch;
  const city = `${branch.postcode} ${branch.city}`.trim();
  const closed = closures.flatMap((closure) => describeClosure(closure) ?? []);
  const linked = place ? <a href={placePath(place.slug)}>{city}</a> : city;
  return (
    <BranchLine number={number} {...{ name, address, phone, open }} city={linked}>
      {hours.map((line) => (
        <BranchNote key={line}>{capitalised(line)}</BranchNote>
      ))}
      {closed.length > 0 ? <BranchNote>{`Fermé ${closed.join('\u00a0; ')}`}</BranchNote> : null}
    </BranchLine>
  );
}
