import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { type CompanyBranches, paymentMeans } from '#domain/branches/branch.ts';
import { describeClosure } from '#domain/branches/format-hours.ts';
import { dayAt } from '#domain/branches/open-state.ts';
import { REGISTER_URL } from '#domain/companies/authorisation.ts';
import { type Comparator, isPurchase } from '#domain/comparator/comparator.ts';
import type { Currency } from '#domain/currencies/currency.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { joinLabels, joinWords } from '#domain/text/join-words.ts';
import { telOf } from '#domain/text/tel.ts';
import { call } from '#web/shared/api/client.ts';
import { formatRecent } from '#web/shared/dates.ts';
import { financesOf, readImprint } from '../../imprint.ts';
import styles from './OfferDetails.module.css';
import { formatExactPair, formatRates, isDatedByRow, siteHost } from './offer-figures.ts';

type Props = { offer: Offer; search: Comparator; currencies: readonly Currency[]; now: Date };
type LoadedBranches = CompanyBranches | 'failed' | null;
type Branch = CompanyBranches['branches'][number];

type ToggleProps = { offer: Offer; id: string; isOpen: boolean; onToggle: () => void };

export function DetailsToggle({ offer: { company }, id, isOpen, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      aria-expanded={isOpen}
      aria-controls={id}
      aria-label={`Détails de ${company.name}`}
      onClick={onToggle}
    />
  );
}

export function OfferDetails({ offer, search, currencies, now }: Props) {
  const { company, branch } = offer;
  const loaded = useBranches(company.site);
  const known = loaded === 'failed' ? null : loaded;
  const details = branch && known?.branches.find(({ id }) => id === branch.id);
  const offerIsBase = isPurchase(search, currencies);
  const [, inverse] = formatRates(offer.rate, search, offerIsBase);
  const exact = formatExactPair(offer.rate, search, offerIsBase);
  const cities = [...new Set(known?.branches.map(({ city }) => city).filter(Boolean))];
  const hasOthers = cities.some((city) => city !== branch?.city);
  return (
    <dl className={styles.facts}>
      <Fact name="Taux inverse">
        <span translate="no">{inverse}</span>
      </Fact>
      {exact ? (
        <Fact name="Taux exact">
          <span translate="no">{exact}</span>
        </Fact>
      ) : null}
      {isDatedByRow(offer, now) ? null : (
        <Fact name="Taux fixé">
          <time dateTime={offer.updated_at}>{formatRecent(new Date(offer.updated_at), now)}</time>
        </Fact>
      )}
      {branch ? (
        <>
          <Fact name="Adresse">
            <span translate="no">{[branch.address, branch.city].filter(Boolean).join(', ')}</span>
          </Fact>
          {branch.phone ? (
            <Fact name="Téléphone">
              <a href={telOf(branch.phone)} aria-label={`${branch.phone}, appeler ${company.name}`}>
                {branch.phone}
              </a>
            </Fact>
          ) : null}
          {details ? <BranchDetails branch={details} now={now} /> : null}
        </>
      ) : null}
      {hasOthers ? (
        <Fact name="Villes">
          <span translate="no">{joinWords(cities)}</span>
        </Fact>
      ) : null}
      <Fact name="Site">
        <span translate="no">{siteHost(offer)}</span>
      </Fact>
      <Fact name="Autorisation">
        <span role="status">{loaded ? formatAuthorisation(loaded) : null}</span>{' '}
        <a
          href={REGISTER_URL}
          target="_blank"
          rel="noreferrer"
          aria-label={`Vérifier au registre REGAFI, ${company.name}`}
        >
          Vérifier au registre REGAFI
        </a>
      </Fact>
      {company.is_partner ? <Partnership /> : null}
    </dl>
  );
}

function Partnership() {
  return (
    <Fact name="Partenariat">
      Ce bureau prépare la bêta avec nous. {financesOf(readImprint()).ties}{' '}
      <Link to="/comparateur">Nos liens avec les bureaux</Link>
    </Fact>
  );
}

function BranchDetails({ branch, now }: { branch: Branch; now: Date }) {
  const { hours, access_note, needs_appointment, email } = branch;
  const today = dayAt(now.getTime(), branch.time_zone);
  const coming = branch.closures.filter(({ to_day }) => today <= to_day);
  const closures = coming.flatMap((closure) => describeClosure(closure) ?? []);
  return (
    <>
      <Fact name="Horaires">{hours.length === 0 ? 'Non communiqués' : <Lines all={hours} />}</Fact>
      {closures.length > 0 ? (
        <Fact name="Fermetures">
          <Lines all={closures} />
        </Fact>
      ) : null}
      {needs_appointment ? <Fact name="Rendez-vous">Sur rendez-vous</Fact> : null}
      {access_note ? <Fact name="Accès">{access_note}</Fact> : null}
      <Fact name="Paiement">{formatPaymentMeans(branch)}</Fact>
      {email ? (
        <Fact name="Courriel">
          <a href={`mailto:${email}`}>{email}</a>
        </Fact>
      ) : null}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Lines({ all }: { all: readonly string[] }) {
  return all.map((line) => (
    <span key={line} className={styles.line}>
      {line}
    </span>
  ));
}

function useBranches(site: string): LoadedBranches {
  const [loaded, setLoaded] = useState<LoadedBranches>(null);
  useEffect(() => {
    const gone = new AbortController();
    call('GET /api/public/branches', { query: { company: site }, signal: gone.signal }).then(
      setLoaded,
      () => {
        if (!gone.signal.aborted) setLoaded('failed');
      },
    );
    return () => gone.abort();
  }, [site]);
  return loaded;
}

function formatPaymentMeans({ payment_means, takes_cards, small_notes }: Branch): string {
  const means = payment_means.map((one) => paymentMeans[one]);
  const hasCards = payment_means.includes('card') || !takes_cards;
  const all = [
    ...means,
    ...(hasCards ? [] : [paymentMeans.card]),
    ...(small_notes ? ['Petites coupures'] : []),
  ];
  return all.length > 0 ? joinLabels(all) : 'Non communiqué';
}

function formatAuthorisation(loaded: NonNullable<LoadedBranches>): string {
  if (loaded === 'failed') return 'Le numéro du bureau n’a pas pu être chargé.';
  const number = loaded.company?.authorisation ?? '';
  if (number === '') return 'Numéro non communiqué.';
  return number.length === 5 ? `Code CIB ${number}` : `REGAFI n°\u00a0${number}`;
}
