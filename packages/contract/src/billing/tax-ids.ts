/**
 * Tax ids by country: which kinds a company may have there, and what they look like. Only the form is judged here; the
 * payment provider checks whether an id exists.
 */
export interface TaxIdKind {
  /** The payment provider's name of the kind. */
  type: string
  /** What people call it there. */
  name: string
  /** Of its letters and digits alone, in capitals. */
  form: RegExp
  example: string
}

const vat = (form: RegExp, example: string): TaxIdKind[] => [{ type: 'eu_vat', name: 'VAT', form, example }]
const one = (type: string, name: string, form: RegExp, example: string): TaxIdKind[] => [{ type, name, form, example }]

const kinds: Readonly<Record<string, readonly TaxIdKind[]>> = {
  AE: one('ae_trn', 'TRN', /^\d{15}$/, '123456789012345'),
  AR: one('ar_cuit', 'CUIT', /^\d{11}$/, '12-34567890-1'),
  AT: vat(/^ATU\d{8}$/, 'ATU12345678'),
  AU: one('au_abn', 'ABN', /^\d{11}$/, '12345678912'),
  BE: vat(/^BE[01]\d{9}$/, 'BE0123456789'),
  BG: vat(/^BG\d{9,10}$/, 'BG0123456789'),
  BR: one('br_cnpj', 'CNPJ', /^[0-9A-Z]{12}\d{2}$/, '01.234.456/5432-10'),
  CA: one('ca_gst_hst', 'GST/HST', /^\d{9}RT\d{4}$/, '123456789RT0002'),
  CH: one('ch_vat', 'MWST / TVA / IVA', /^CHE\d{9}(?:MWST|TVA|IVA)$/, 'CHE-123.456.789 MWST'),
  CL: one('cl_tin', 'RUT', /^\d{7,8}[\dK]$/, '12.345.678-K'),
  CN: one('cn_tin', '统一社会信用代码', /^[0-9A-Z]{15,20}$/, '91310000MA1K12345X'),
  CO: one('co_nit', 'NIT', /^\d{9,10}$/, '123.456.789-0'),
  CY: vat(/^CY\d{8}[A-Z]$/, 'CY12345678Z'),
  CZ: vat(/^CZ\d{8,10}$/, 'CZ1234567890'),
  DE: vat(/^DE\d{9}$/, 'DE123456789'),
  DK: vat(/^DK\d{8}$/, 'DK12345678'),
  EE: vat(/^EE\d{9}$/, 'EE123456789'),
  ES: vat(/^ES[0-9A-Z]\d{7}[0-9A-Z]$/, 'ESA1234567Z'),
  FI: vat(/^FI\d{8}$/, 'FI12345678'),
  FR: vat(/^FR[0-9A-Z]{2}\d{9}$/, 'FRAB123456789'),
  GB: one('gb_vat', 'VAT', /^GB(?:\d{9}|\d{12})$/, 'GB123456789'),
  GR: vat(/^EL\d{9}$/, 'EL123456789'),
  HK: one('hk_br', 'BR', /^\d{8}$/, '12345678'),
  HR: vat(/^HR\d{11}$/, 'HR12345678912'),
  HU: vat(/^HU\d{8}$/, 'HU12345678'),
  ID: one('id_npwp', 'NPWP', /^\d{15,16}$/, '012.345.678.9-012.345'),
  IE: vat(/^IE\d[0-9A-Z]\d{5}[A-Z]{1,2}$/, 'IE1234567AB'),
  IL: one('il_vat', 'VAT', /^\d{9}$/, '000012345'),
  IN: one('in_gst', 'GSTIN', /^\d{2}[0-9A-Z]{13}$/, '12ABCDE3456FGZH'),
  IS: one('is_vat', 'VSK', /^\d{5,6}$/, '123456'),
  IT: vat(/^IT\d{11}$/, 'IT12345678912'),
  JP: [
    { type: 'jp_trn', name: 'Registration number', form: /^T\d{13}$/, example: 'T1234567891234' },
    { type: 'jp_cn', name: 'Corporate number', form: /^\d{13}$/, example: '1234567891234' },
  ],
  KR: one('kr_brn', 'BRN', /^\d{10}$/, '123-45-67890'),
  LI: one('li_uid', 'UID', /^CHE\d{9}$/, 'CHE123456789'),
  LT: vat(/^LT(?:\d{9}|\d{12})$/, 'LT123456789123'),
  LU: vat(/^LU\d{8}$/, 'LU12345678'),
  LV: vat(/^LV\d{11}$/, 'LV12345678912'),
  MT: vat(/^MT\d{8}$/, 'MT12345678'),
  MX: one('mx_rfc', 'RFC', /^[A-ZÑ&]{3,4}\d{6}[0-9A-Z]{3}$/, 'ABC010203AB9'),
  MY: one('my_sst', 'SST', /^[0-9A-Z]{14,17}$/, 'A12-3456-78912345'),
  NL: vat(/^NL\d{9}B\d{2}$/, 'NL123456789B12'),
  NO: one('no_vat', 'MVA', /^\d{9}MVA$/, '123456789MVA'),
  NZ: one('nz_gst', 'GST', /^\d{8,9}$/, '123456789'),
  PH: one('ph_tin', 'TIN', /^\d{9,14}$/, '123456789012'),
  PL: vat(/^PL\d{10}$/, 'PL1234567890'),
  PT: vat(/^PT\d{9}$/, 'PT123456789'),
  RO: vat(/^RO\d{2,10}$/, 'RO1234567891'),
  SA: one('sa_vat', 'VAT', /^\d{15}$/, '123456789012345'),
  SE: vat(/^SE\d{12}$/, 'SE123456789123'),
  SG: [
    { type: 'sg_gst', name: 'GST', form: /^[0-9A-Z]{9,10}$/, example: 'M12345678X' },
    { type: 'sg_uen', name: 'UEN', form: /^[0-9A-Z]{9,10}$/, example: '123456789F' },
  ],
  SI: vat(/^SI\d{8}$/, 'SI12345678'),
  SK: vat(/^SK\d{10}$/, 'SK1234567891'),
  TH: one('th_vat', 'VAT', /^\d{13}$/, '1234567891234'),
  TR: one('tr_tin', 'VKN', /^\d{10}$/, '0123456789'),
  TW: one('tw_vat', 'UBN', /^\d{8}$/, '12345678'),
  US: one('us_ein', 'EIN', /^\d{9}$/, '12-3456789'),
  VN: one('vn_tin', 'MST', /^\d{10}(?:\d{3})?$/, '1234567890'),
  ZA: one('za_vat', 'VAT', /^4\d{9}$/, '4123456789'),
}

const NONE: readonly TaxIdKind[] = []

/** The kinds of a country, the usual one first; none where the provider's invoices take none that we know. */
export const taxIdKinds = (country: string): readonly TaxIdKind[] => kinds[country] ?? NONE

/** Every country with a kind. */
export const taxIdCountries: readonly string[] = Object.keys(kinds)

/** Whether a typed tax id has the form of its kind; signs between its letters and digits do not count. */
export function hasTaxIdForm(country: string, { type, value }: { type: string; value: string }): boolean {
  const kind = taxIdKinds(country).find((one) => one.type === type)
  return kind?.form.test(foldTaxId(value)) ?? false
}

/** Two that fold to the same are one. */
export const foldTaxId = (value: string): string => value.toUpperCase().replaceAll(/[^\p{L}\p{N}&]/gu, '')
