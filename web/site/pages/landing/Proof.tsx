import { useEffect, useId, useState } from 'react';
import { REGISTER_URL } from '#domain/companies/authorisation.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { call } from '#web/shared/api/client.ts';
import styles from './Proof.module.css';

type Props = { company: Offer['company'] };
type Asked = { number: string } | { failed: true };

/** What proves that a bureau may change money, asked for once it is shown. */
export function Proof({ company: { name, site } }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => {
    const gone = new AbortController();
    call('GET /api/public/branches', { query: { company: site }, signal: gone.signal }).then(
      ({ company }) => setAsked({ number: company?.authorisation ?? '' }),
      () => {
        if (!gone.signal.aborted) setAsked({ failed: true });
      },
    );
    return () => gone.abort();
  }, [site]);

  return (
    <span className={styles.proof}>
      <span role="status">{asked ? say(asked) : null}</span>{' '}
      <a
        href={REGISTER_URL}
        target="_blank"
        rel="noreferrer"
        aria-label={`Vérifier ${name} au registre REGAFI`}
      >
        Vérifier au registre
      </a>
    </span>
  );
}

/** Behind a button, where there is a row and no details of it. */
export function ProofToggle({ company }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <span className={styles.toggle}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={`Autorisation de ${company.name}`}
        onClick={() => setOpen(!isOpen)}
      >
        Autorisation
      </button>
      <span id={id}>{isOpen ? <Proof company={company} /> : null}</span>
    </span>
  );
}

function say(asked: Asked): string {
  if ('failed' in asked) return 'Le numéro du bureau n’a pas pu être chargé.';
  const { number } = asked;
  if (number === '') return 'Le bureau n’a pas indiqué son numéro.';
  return number.length === 5 ? `Code CIB ${number}` : `REGAFI n° ${number}`;
}
