import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { LEAD_CONSENT } from '#domain/audience/consent.ts';
import { isEmail } from '#domain/audience/email.ts';
import type { Comparator } from '#domain/comparator/comparator.ts';
import type { Offer } from '#domain/offers/offer.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { SelectField } from '#web/shared/ui/Field.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Consent, EmailField, Submission } from '../../newsletter/EmailForm.tsx';
import { chooseOffer, mayLeave, type Recording, recordLead } from './choose-offer.ts';
import styles from './LeadCapture.module.css';
import { figureOf, formatMoney } from './offer-figures.ts';

// time to read two lines; the link beside them leaves at once
const READING_MS = 3_000;

type Stage = 'asking' | 'sending' | Recording;

export function LeadCapture({
  offers,
  search,
}: {
  offers: readonly [Offer, ...Offer[]];
  search: Comparator;
}) {
  const id = useId();
  const [stage, setStage] = useState<Stage>('asking');
  const [chosen, setChosen] = useState(offers[0].company.name);
  // chosen company of another search, perhaps absent from this one
  const { company } = offers.find((offer) => offer.company.name === chosen) ?? offers[0];

  useEffect(() => {
    // return from the company's site, with the question again
    const ask = () => setStage('asking');
    addEventListener('pageshow', ask);
    return () => removeEventListener('pageshow', ask);
  }, []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const email = String(data.get('email')).trim();
    // invalid addresses send nothing and show nothing (spec 5)
    if (stage !== 'asking' || !isEmail(email) || !mayLeave()) return;
    setStage('sending');
    setStage(await recordLead({ email, site: company.site }));
  }

  function skip() {
    if (stage !== 'asking') return;
    setStage('sending');
    void chooseOffer(company.site).finally(() => setStage('asking'));
  }

  return (
    <section className={styles.capture} aria-labelledby={`${id}-title`}>
      <div>
        <h3 id={`${id}-title`} className={styles.title}>
          Un accès prioritaire à la bêta ?
        </h3>
        <p className={styles.text}>
          <span>{`Vous allez être redirigé vers le site du bureau${company.is_partner ? ' partenaire' : ''}`}</span>{' '}
          <strong translate="no">{company.name}</strong>
          <span>
            , où se conclut l’échange. Laissez votre adresse pour être parmi les premiers à payer en ligne
            avec Parité, ou continuez sans.
          </span>
        </p>
      </div>
      {stage !== 'asking' && stage !== 'sending' ? (
        <Leaving recording={stage} name={company.name} site={company.site} />
      ) : (
        // validation of the browser would show a message (spec 5)
        <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <SelectField
            label="Bureau"
            value={company.name}
            onChange={(event) => setChosen(event.currentTarget.value)}
          >
            {offers.map((offer) => (
              <option key={offer.company.name} value={offer.company.name}>
                {`${offer.company.name} · ${formatMoney(figureOf(offer, search))}`}
              </option>
            ))}
          </SelectField>
          <EmailField describedBy={`${id}-consent`} />
          <div className={styles.ways}>
            <Button type="submit" aria-disabled={stage === 'sending'}>
              Envoyer et continuer
            </Button>
            <Button variant="secondary" aria-disabled={stage === 'sending'} onClick={skip}>
              Continuer sans e-mail
            </Button>
          </div>
          <Consent id={`${id}-consent`} sentence={LEAD_CONSENT} />
        </form>
      )}
    </section>
  );
}

function Leaving({ recording, name, site }: { recording: Recording; name: string; site: string }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // focus, gone with the form
    message.current?.focus({ preventScroll: true });
    const leaving = setTimeout(() => location.assign(site), READING_MS);
    return () => clearTimeout(leaving);
  }, [site]);
  const link = <a href={site}>Continuer tout de suite</a>;
  if (recording === 'late') {
    return (
      <Notice ref={message} role="status" tabIndex={-1}>
        <p>{`Cela prend plus de temps que d’habitude. L’envoi de votre adresse se poursuit. Nous vous conduisons chez ${name}.`}</p>
        {link}
      </Notice>
    );
  }
  return (
    <Submission ref={message} isReceived={recording === 'received'}>
      <p>
        {recording === 'received'
          ? `Votre adresse est enregistrée. Nous vous conduisons chez ${name}.`
          : `Votre adresse n’a pas été enregistrée. Votre échange n’en dépend pas. Nous vous conduisons chez ${name}.`}
      </p>
      {link}
    </Submission>
  );
}
