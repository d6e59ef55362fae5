import { type ReactNode, useRef, useState } from 'react';
import { Badge } from '#web/shared/ui/Badge.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { CheckField } from '#web/shared/ui/CheckField.tsx';
import { Combobox } from '#web/shared/ui/Combobox.tsx';
import { Dialog, DialogButtons, DialogText } from '#web/shared/ui/Dialog.tsx';
import { EmptyList, EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Field, SelectField, TextField } from '#web/shared/ui/Field.tsx';
import { FileZone } from '#web/shared/ui/FileZone.tsx';
import { Notice } from '#web/shared/ui/Notice.tsx';
import { Pagination } from '#web/shared/ui/Pagination.tsx';
import { PasswordField } from '#web/shared/ui/PasswordField.tsx';
import { SearchField } from '#web/shared/ui/SearchField.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { type Column, Table } from '#web/shared/ui/Table.tsx';
import { Tabs } from '#web/shared/ui/Tabs.tsx';
import { Select, TextArea, TextInput } from '#web/shared/ui/TextInput.tsx';
import { Toast } from '#web/shared/ui/Toast.tsx';
import styles from './Catalogue.module.css';
import { OfferStates } from './OfferStates.tsx';

const SCHEMES = { light: 'clair', dark: 'sombre' };

export function BothSchemes() {
  return (
    <main className={styles.both}>
      <h1 className="visually-hidden">Catalogue</h1>
      {Object.entries(SCHEMES).map(([scheme, name]) => (
        <iframe key={scheme} title={`Catalogue, ${name}`} src={`?scheme=${scheme}`} />
      ))}
    </main>
  );
}

export function Catalogue({ scheme }: { scheme: string }) {
  return (
    <main className={styles.page}>
      <h1>Catalogue, {SCHEMES[scheme as keyof typeof SCHEMES] ?? scheme}</h1>
      <Buttons />
      <Inputs />
      <Fields />
      <Choices />
      <Files />
      <Messages />
      <Lists />
      <OfferStates
        shown={(name, children) => (
          <Shown key={name} name={name}>
            {children}
          </Shown>
        )}
      />
      <Overlays />
    </main>
  );
}

function Shown({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.shown} aria-labelledby={`shown-${name}`}>
      <h2 id={`shown-${name}`}>{name}</h2>
      <div className={styles.states}>{children}</div>
    </section>
  );
}

function Buttons() {
  return (
    <>
      <Shown name="Button">
        {(['primary', 'secondary', 'danger'] as const).map((variant) => (
          <div key={variant} className={styles.line}>
            <Button variant={variant}>Enregistrer</Button>
            <Button variant={variant} size="small">
              Petit
            </Button>
            <Button variant={variant} aria-disabled>
              En cours
            </Button>
          </div>
        ))}
        <Button size="large">Comparer les offres</Button>
      </Shown>
      <Shown name="Badge">
        <div className={styles.line}>
          <Badge>Intérim</Badge>
          <Badge tone="success">Disponible</Badge>
          <Badge tone="warning">Mot de passe à créer</Badge>
          <Badge tone="failure">Suspendu</Badge>
          <Badge tone="partner">Partenaire</Badge>
          <Badge tone="later">Avec la bêta</Badge>
        </div>
      </Shown>
    </>
  );
}

function Inputs() {
  return (
    <>
      <Shown name="TextInput">
        <TextInput aria-label="Vide" placeholder="Nom du bureau" />
        <TextInput aria-label="Rempli" defaultValue="Change des Quais" />
        <TextInput
          aria-label="Long"
          defaultValue="Un nom si long qu’il ne tient pas dans la largeur de son champ"
        />
        <TextInput aria-label="En lecture seule" defaultValue="contact@quais.example" readOnly />
        <TextInput aria-label="Faux" defaultValue="abc" aria-invalid />
        <TextInput aria-label="Petit" size="small" defaultValue="1.1250" />
        <TextArea aria-label="Plusieurs lignes" rows={3} defaultValue={'Une raison\nsur deux lignes'} />
      </Shown>
      <Shown name="Select">
        <Select aria-label="Devise" defaultValue="USD">
          <option value="USD">USD — Dollar des États-Unis</option>
          <option value="GBP">GBP — Livre sterling</option>
        </Select>
        <Select aria-label="Devise fausse" aria-invalid>
          <option>Toutes les devises</option>
        </Select>
      </Shown>
    </>
  );
}

function Fields() {
  const [query, setQuery] = useState('');
  return (
    <Shown name="Field">
      <TextField label="Nom du bureau" defaultValue="Change des Quais" />
      <TextField label="Site" hint="L’adresse où mène l’offre, en https" placeholder="https://" />
      <TextField label="Téléphone" error="Indiquez un numéro de téléphone." defaultValue="01" />
      <SelectField label="Bureau">
        <option>Change des Quais</option>
      </SelectField>
      <PasswordField label="Mot de passe" autoComplete="off" defaultValue="un mot de passe" />
      <Field label="Notes">{(control) => <TextArea rows={2} {...control} />}</Field>
      <SearchField
        label="Rechercher"
        placeholder="Devise, pays ou code"
        value={query}
        onType={setQuery}
        hasSlashShortcut
      />
      <CheckField label="Bureau partenaire" hint="Leur rang n’en dépend pas." defaultChecked />
      <CheckField label="Voir le journal" disabled />
      <CheckField label="Activité régulière" type="radio" name="status" defaultChecked />
    </Shown>
  );
}

const CITIES = [
  {
    title: 'Les plus demandées',
    items: [
      { code: 'PAR', label: 'Paris' },
      { code: 'LYS', label: 'Lyon' },
    ],
  },
  { title: 'Toutes les autres', items: [{ code: 'BES', label: 'Brest' }] },
];
type City = (typeof CITIES)[number]['items'][number];

function Choices() {
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const [city, setCity] = useState<City | null>(null);
  const groups = CITIES.flatMap(({ title, items }) => {
    const found = items.filter(({ label }) => label.toLowerCase().includes(query.toLowerCase()));
    return found.length > 0 ? [{ title, items: found }] : [];
  });
  return (
    <Shown name="Combobox">
      <div className={styles.line}>
        <Button ref={anchor} variant="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {city?.label ?? 'Choisir une ville'}
        </Button>
      </div>
      <Combobox
        title="Ville"
        anchor={anchor}
        isOpen={isOpen}
        onOpenChange={setOpen}
        search={{ label: 'Rechercher une ville', placeholder: 'Ville', query, onType: setQuery }}
        groups={groups}
        found=""
        none={<>Aucune ville pour «&nbsp;{query}&nbsp;».</>}
        value={city}
        onChoose={setCity}
        labelOf={({ label }) => label}
        keyOf={({ code }) => code}
      >
        {({ label, code }) => (
          <>
            {label} <small>{code}</small>
          </>
        )}
      </Combobox>
    </Shown>
  );
}

function Files() {
  const [name, setName] = useState('logo.svg');
  const choose = ({ name }: File) => setName(name);
  return (
    <Shown name="FileZone">
      <FileZone choose="Choisir un fichier" orDrop="ou déposez-le ici" onChoose={choose} />
      <FileZone
        aria-invalid
        choose="Choisir une image"
        orDrop="ou déposez-la ici"
        chosen={name}
        onChoose={choose}
      />
    </Shown>
  );
}

function Messages() {
  return (
    <>
      <Shown name="Notice">
        <Notice>Votre demande a changé.</Notice>
        <Notice tone="success" title="Votre adresse est enregistrée">
          Un message part vers elle.
        </Notice>
        <Notice tone="warning">Cet utilisateur a des droits que vous n’avez pas.</Notice>
        <Notice
          tone="failure"
          title="Rien n’a été fait"
          action={<Button variant="secondary">Réessayer</Button>}
        >
          Vérifiez votre connexion, puis réessayez.
        </Notice>
      </Shown>
      <Shown name="EmptyState">
        <EmptyState title="Ce bureau n’existe pas" action={<Button>Retour aux bureaux</Button>}>
          Son adresse est peut-être incomplète.
        </EmptyState>
        <EmptyList>Aucune devise pour cette recherche.</EmptyList>
      </Shown>
      <Shown name="Skeleton">
        <Skeleton lines={3} />
        <Skeleton lines={2} variant="list" />
        <Skeleton lines={2} variant="offers" />
      </Shown>
    </>
  );
}

type Bureau = { id: number; name: string; phone: string; offers: number };
const BUREAUX: readonly Bureau[] = [
  { id: 1, name: 'Change des Quais', phone: '04 65 71 12 40', offers: 38 },
  { id: 2, name: 'L’Or du Voyageur', phone: '—', offers: 4 },
];
const COLUMNS: readonly Column<Bureau>[] = [
  { title: 'Bureau', width: 50, cell: ({ name }) => name },
  { title: 'Téléphone', width: 30, cell: ({ phone }) => phone },
  { title: 'Offres', width: 20, isFigure: true, cell: ({ offers }) => offers },
];

function Lists() {
  const [page, setPage] = useState(2);
  return (
    <>
      <Shown name="Tabs">
        <Tabs label="Rubriques">
          <a href="#devises" aria-current="page">
            Devises
          </a>
          <a href="#bureaux">Bureaux</a>
          <a href="#journal">Journal</a>
        </Tabs>
      </Shown>
      <Shown name="Table">
        <Table label="Bureaux" columns={COLUMNS} rows={BUREAUX} keyOf={({ id }) => id} />
      </Shown>
      <Shown name="Pagination">
        <Pagination
          page={page}
          last={1250}
          link={(to, text) => (
            <a
              href={`#page-${to}`}
              onClick={(event) => {
                event.preventDefault();
                setPage(to);
              }}
            >
              {text}
            </a>
          )}
        />
      </Shown>
    </>
  );
}

function Overlays() {
  const [opened, setOpened] = useState<'question' | 'error' | null>(null);
  const [said, setSaid] = useState({ id: 0, text: '', tone: 'success' as 'success' | 'failure' });
  const say = (text: string, tone: 'success' | 'failure') =>
    setSaid(({ id }) => ({ id: id + 1, text, tone }));
  const close = () => setOpened(null);
  return (
    <>
      <Shown name="Dialog">
        <div className={styles.line}>
          <Button variant="secondary" onClick={() => setOpened('question')}>
            Poser une question
          </Button>
          <Button variant="secondary" onClick={() => setOpened('error')}>
            Dire une erreur
          </Button>
        </div>
        <Dialog
          title="Suspendre ce bureau ?"
          isOpen={opened === 'question'}
          onDismiss={close}
          mustBeAnswered
          isAlert
        >
          <DialogText>Ses offres disparaissent aussitôt des comparaisons.</DialogText>
          <DialogButtons>
            <Button variant="secondary" onClick={close}>
              Annuler
            </Button>
            <Button onClick={close}>Suspendre</Button>
          </DialogButtons>
        </Dialog>
        <Dialog title="ERREUR (503)" isOpen={opened === 'error'} onDismiss={close} tone="failure" isAlert>
          <DialogText>Le service est momentanément indisponible.</DialogText>
          <DialogButtons>
            <Button onClick={close}>OK</Button>
          </DialogButtons>
        </Dialog>
      </Shown>
      <Shown name="Toast">
        <div className={styles.line}>
          <Button variant="secondary" onClick={() => say('Le bureau a été enregistré.', 'success')}>
            Dire une réussite
          </Button>
          <Button variant="secondary" onClick={() => say('La question n’a pas pu s’ouvrir.', 'failure')}>
            Dire un échec
          </Button>
        </div>
        <Toast {...said} onClose={() => setSaid((last) => ({ ...last, text: '' }))} />
      </Shown>
    </>
  );
}
