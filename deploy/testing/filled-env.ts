import { PUBLISHED } from '../../server/testing/published.ts';

/** What .env holds once it is filled in as docs/operations.md asks. */
export const FILLED: Record<string, string> = {
  PUBLIC_HOST: 'parite.example',
  BACKOFFICE_HOST: 'bureaux.parite.example',
  ACME_EMAIL: 'technique@parite.example',
  DATABASE_PASSWORD: 'a1b2c3d4',
  SECRET: 'of-a-test-and-of-nothing-else-0123456789',
  SMTP_URL: 'smtps://parite:a@mail.example',
  MAIL_FROM: 'Parité <ne-pas-repondre@parite.example>',
  ...PUBLISHED,
};
