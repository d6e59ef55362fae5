import { Type } from 'typebox';
import { type Calls, Empty, IdInPath } from '../call.ts';
import { FactorRequirement } from '../factors/second-factor.ts';
import { MAX_PICTURE_UPLOAD, PICTURE_TYPES } from '../pictures/picture.ts';
import { Checklist } from './assessment.ts';
import {
  ChecklistQuery,
  CompaniesQuery,
  Company,
  CompanyName,
  CompanyNamesQuery,
  LogoQuery,
  Suspension,
} from './company.ts';
import { CompanyDraft, CompanyEdit } from './company-draft.ts';
import { FeesEdit } from './fees-draft.ts';
import { LOGO_TYPE_MESSAGE } from './logo.ts';

export const companiesCalls = {
  'GET /api/companies': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'Companies with their users and troubles, 100 a page.',
    query: CompaniesQuery,
    answer: Type.Array(Company),
    isPaged: true,
  },
  'GET /api/companies/names': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'Companies for a picker: the 20 best matches of a search, or the first by name.',
    query: CompanyNamesQuery,
    answer: Type.Array(CompanyName),
  },
  'GET /api/companies/checklist': {
    host: 'backoffice',
    needs: ['fixings.list.me', 'dashbord.list.me', 'sittings.list.all'],
    status: 200,
    summary:
      'Steps of a company to its first offer, with who may do each. The own company; another one with `sittings.list.all`, else 403.',
    query: ChecklistQuery,
    answer: Checklist,
  },
  'GET /api/companies/{id}': {
    host: 'backoffice',
    needs: ['sittings.list.all'],
    status: 200,
    summary: 'One company with its users; 404 when there is none.',
    params: IdInPath,
    answer: Company,
  },
  'POST /api/companies/add': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 201,
    summary: 'Adds a company. 409: its name or its site is taken.',
    body: CompanyDraft,
    answer: Company,
  },
  'POST /api/companies/edit': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Changes a company.',
    body: CompanyEdit,
    answer: Empty,
  },
  'POST /api/companies/suspend': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary:
      'Suspends a company’s offers, or resumes them. 409 `travellers_expected`: it has open reservations, whose travellers are told if the administrator says so.',
    body: Suspension,
    answer: Empty,
  },
  'POST /api/companies/fees': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Changes the description of a company’s fees. Fees beside the rate exclude it from comparisons.',
    body: FeesEdit,
    answer: Empty,
  },
  'POST /api/companies/second-factor': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Requires a second factor of all users of a company, or of none.',
    body: FactorRequirement,
    answer: Empty,
  },
  'POST /api/companies/logo': {
    host: 'backoffice',
    needs: ['companies.edit.all'],
    status: 200,
    summary: 'Replaces a company’s logo, resized to fit 150 x 80. The body is the picture.',
    query: LogoQuery,
    upload: { types: PICTURE_TYPES, maxBytes: MAX_PICTURE_UPLOAD, typeMessage: LOGO_TYPE_MESSAGE },
    answer: Type.Object({ logo: Type.String() }),
  },
} as const satisfies Calls;
