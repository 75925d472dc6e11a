import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import type { Env } from './env.ts'

const s3 = {
  S3_ENDPOINT: 'http://127.0.0.1:8080',
  S3_BUCKET: 'waybill',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const smtp = { SMTP_URL: 'smtp://mail.example.com' }
const imap = (url: string) => ({ ...smtp, INBOUND_IMAP_URL: url })
const needs = 'S3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.'

test('defaults when no setting is given', () => {
  const data = `${process.cwd()}/data`
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:3000'),
    publicUrlIsDefault: true,
    tls: null,
    dataDir: data,
    database: { kind: 'embedded', dir: `${data}/pg` },
    mail: { from: 'Waybill <no-reply@localhost>', transport: { kind: 'outbox', dir: `${data}/outbox` } },
    inbound: null,
    stores: [expect.objectContaining({ region: 'cn-hongkong', storage: { kind: 'disk', dir: `${data}/blobs` } })],
    blobsDir: `${data}/blobs`,
    masterKeyFile: `${data}/master.key`,
    trustedProxies: [],
    anchorMail: [],
    ...{ proxyLog: null, tsaUrl: null, reviewUrl: null, companyAddress: null, companyPlace: null },
    ...{ operatorToken: null, metricsToken: null },
    ...{ dnsServers: [], customHostTarget: null, subdomainBase: null, mailKeyBase: null, ssoAllowHosts: [] },
    webhookAllowHosts: [],
    uploadPorts: 'auto',
    crowd: { callsAtOnce: 8, connections: 4_096, silentPerNetwork: 256 },
    ...{ supportEmail: 'support@localhost', companyName: null, socialLinks: [] },
    logoLookup: 'off',
    ...{ ipRetentionDays: 30, retention: { visitorRecordDays: 395, mailDays: 90 } },
    payments: { kind: 'sandbox' },
    passwordMinChars: 6,
    ...{ rereading: { days: 30, bytesPerSecond: 16_000_000 }, scan: null, contentUrl: null },
    logLevel: 'info',
    drainSeconds: 0,
    stopSeconds: 10,
    arrival: { waitSeconds: 45, brokenMinutes: 30 },
    given: expect.any(Map),
  })
})

test('treats blank settings as unset', () => {
  const blank = Object.fromEntries(
    ['PORT', 'DATABASE_URL', 'SMTP_URL', 'S3_BUCKET', 'S3_SSE'].map((name) => [name, ' ']),
  )
  expect(readConfig(blank)).toEqual(readConfig({}))
})

describe('accepted settings', () => {
  const cases: [Env, object][] = [
    [{ PORT: '8080' }, { port: 8080, publicUrl: new URL('http://localhost:8080'), publicUrlIsDefault: true }],
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ HOST: '[::1]' }, { host: '::1' }],
    [
      { PUBLIC_URL: 'https://files.example.com/' },
      {
        publicUrl: new URL('https://files.example.com'),
        publicUrlIsDefault: false,
        uploadPorts: [],
        supportEmail: 'support@files.example.com',
        mail: { from: 'Waybill <no-reply@files.example.com>', transport: expect.anything() },
      },
    ],
    [{ PUBLIC_URL: 'http://10.0.0.5:3000' }, { supportEmail: 'support@[10.0.0.5]' }],
    [{ PUBLIC_URL: 'http://[2001:db8::1]' }, { supportEmail: 'support@[IPv6:2001:db8::1]' }],
    [{ PUBLIC_URL: 'http://localhost:3000' }, { publicUrlIsDefault: true, uploadPorts: 'auto' }],
    [{ DATA_DIR: '/srv/waybill' }, { dataDir: '/srv/waybill', blobsDir: '/srv/waybill/blobs' }],
    [{ DATA_DIR: '/srv', MASTER_KEY_FILE: '/run/key' }, { masterKeyFile: '/run/key' }],
    [{ DATABASE_URL: 'postgres://u:p@db/w' }, { database: { kind: 'url', url: 'postgres://u:p@db/w' } }],
    [
      { DATABASE_URL: 'postgres://u@/w?host=/run/pg' },
      { database: { kind: 'url', url: 'postgres://u@/w?host=/run/pg' } },
    ],
    [
      { SMTP_URL: 'smtps://u:p@mail.example.com', MAIL_FROM: 'Post <post@example.com>' },
      { mail: { from: 'Post <post@example.com>', transport: { kind: 'smtp', url: 'smtps://u:p@mail.example.com' } } },
    ],
    [
      imap('imaps://bounce%40Example.com:p%40s%2Fs%3A%25@imap.example.com'),
      {
        inbound: {
          host: 'imap.example.com',
          port: 993,
          isTls: true,
          user: 'bounce@Example.com',
          password: 'p@s/s:%',
          folder: 'INBOX',
          bounceName: 'bounce',
          bounceDomain: 'example.com',
        },
      },
    ],
    [
      { ...imap('IMAP://u:p@[::1]:1143/Back%20again/All'), BOUNCE_ADDRESS: 'Back.Again@files.example.com' },
      {
        inbound: expect.objectContaining({
          host: '::1',
          port: 1143,
          isTls: false,
          folder: 'Back again/All',
          bounceName: 'Back.Again',
          bounceDomain: 'files.example.com',
        }),
      },
    ],
    [imap('imap://a@b.example:p@mail'), { inbound: expect.objectContaining({ port: 143, user: 'a@b.example' }) }],
    [{ TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.7,::1' }, { trustedProxies: ['10.0.0.0/8', '192.0.2.7/32', '::1/128'] }],
    [{ UPLOAD_PORTS: '3001, 3002' }, { uploadPorts: [3001, 3002] }],
    [{ UPLOAD_PORTS: 'none' }, { uploadPorts: [] }],
    [{ UPLOAD_PORTS: 'auto', PUBLIC_URL: 'https://a.example' }, { uploadPorts: 'auto' }],
    [{ SUPPORT_EMAIL: 'help@example.com' }, { supportEmail: 'help@example.com' }],
    [
      { REVIEW_URL: 'https://reviews.example/waybill?from=us', LOGO_LOOKUP: 'site', PASSWORD_MIN_LENGTH: '12' },
      { reviewUrl: new URL('https://reviews.example/waybill?from=us'), logoLookup: 'site', passwordMinChars: 12 },
    ],
    [{ IP_RETENTION_DAYS: '0' }, { ipRetentionDays: 0 }],
    [{ VISITOR_RECORD_DAYS: '30', MAIL_DAYS: '31' }, { retention: { visitorRecordDays: 30, mailDays: 31 } }],
    [{ REREAD_DAYS: '0.5', REREAD_BYTES_PER_SECOND: '0' }, { rereading: { days: 0.5, bytesPerSecond: 0 } }],
    [
      { ANCHOR_MAIL: 'keeper@ledger.example, zh:liu@ledger.example', TSA_URL: 'http://tsa.example.com:3161' },
      {
        anchorMail: [
          { address: 'keeper@ledger.example', language: 'en' },
          { address: 'liu@ledger.example', language: 'zh' },
        ],
        tsaUrl: 'http://tsa.example.com:3161/',
      },
    ],
    [
      { WEBHOOK_ALLOW_HOSTS: 'Hooks.lan:8443, 127.0.0.1:443,[::1]:9443' },
      { webhookAllowHosts: ['hooks.lan:8443', '127.0.0.1:443', '[::1]:9443'] },
    ],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [
      s3,
      {
        blobsDir: expect.stringMatching(/\/blobs$/),
        stores: [
          {
            id: 's3',
            storage: {
              kind: 's3',
              id: 's3',
              endpoint: 'http://127.0.0.1:8080',
              region: 'us-east-1',
              bucket: 'waybill',
              ...{ accessKeyId: 'id', secretAccessKey: 'secret', pathStyle: true },
              ...{ sse: 'none', sseKeyId: null, stsRole: null },
            },
          },
        ],
      },
    ],
    [
      { ...s3, S3_REGION: 'cn-hongkong', S3_PATH_STYLE: 'false', S3_SSE: 'aws:kms', S3_SSE_KEY_ID: 'k' },
      { stores: [{ storage: { region: 'cn-hongkong', pathStyle: false, sse: 'aws:kms', sseKeyId: 'k' } }] },
    ],
    [{ ...s3, S3_SSE: 'aws:kms' }, { stores: [{ storage: { sse: 'aws:kms', sseKeyId: null } }] }],
  ]
  test.each(cases)('%o', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected)
  })
})

describe('settings that stop the start', () => {
  const imapForm =
    'INBOUND_IMAP_URL must look like imaps://user:password@host:993/INBOX, with signs such as @ and / written as %40 and %2F.'
  const bounceForm = 'must have at most 23 characters and no + before its @, not'
  const form = 'must look like'
  const origin = 'must be an address like https://files.example.com without a path, not'
  const cases: [Env, string][] = [
    [{ PORT: 'http' }, "PORT must be a port from 1 to 65535, not 'http'."],
    [{ PORT: '0' }, "PORT must be a port from 1 to 65535, not '0'."],
    [{ PORT: '65536' }, "PORT must be a port from 1 to 65535, not '65536'."],
    [{ PORT: '3e3' }, "PORT must be a port from 1 to 65535, not '3e3'."],
    [{ HOST: 'http://x' }, "HOST must be an address or a name to listen on, not 'http://x'."],
    [{ PUBLIC_URL: 'files.example.com' }, `PUBLIC_URL ${origin} 'files.example.com'.`],
    [{ PUBLIC_URL: 'ftp://example.com' }, `PUBLIC_URL ${origin} 'ftp://example.com'.`],
    [{ PUBLIC_URL: 'https://example.com/files' }, `PUBLIC_URL ${origin} 'https://example.com/files'.`],
    [{ PUBLIC_URL: 'https://u:p@example.com' }, `PUBLIC_URL ${origin} 'https://u:p@example.com'.`],
    [{ DATABASE_URL: 'mysql://u:hunter2@db/w' }, `DATABASE_URL ${form} postgres://user:password@host:5432/waybill.`],
    [{ DATABASE_URL: 'postgres://' }, `DATABASE_URL ${form} postgres://user:password@host:5432/waybill.`],
    [{ SMTP_URL: 'mail.example.com:587' }, `SMTP_URL ${form} smtp://user:password@host:587.`],
    [{ SMTP_URL: 'smtp://' }, `SMTP_URL ${form} smtp://user:password@host:587.`],
    [{ MAIL_FROM: 'Waybill' }, `MAIL_FROM ${form} 'Waybill <no-reply@example.com>', not 'Waybill'.`],
    [{ MAIL_FROM: 'a@b\nBcc: c@d' }, `MAIL_FROM ${form} 'Waybill <no-reply@example.com>', not 'a@b\nBcc: c@d'.`],
    [{ MAIL_FROM: 'A <a@b> <c@d>' }, `MAIL_FROM ${form} 'Waybill <no-reply@example.com>', not 'A <a@b> <c@d>'.`],
    [{ BOUNCE_ADDRESS: 'b@x.example' }, 'INBOUND_IMAP_URL is missing while BOUNCE_ADDRESS is set.'],
    [
      { INBOUND_IMAP_URL: 'imaps://u:hunter2@h' },
      'SMTP_URL is missing while INBOUND_IMAP_URL is set. Without it no emails are sent, so none can be returned.',
    ],
    [imap('imaps://u:p@h'), 'BOUNCE_ADDRESS is missing, and the user of INBOUND_IMAP_URL is not an email address.'],
    ...[
      'imap.example.com',
      'https://a@b.example:hunter2@h',
      'imaps://',
      'imaps://h',
      'imaps://a%40b.example@h',
      'imaps://:hunter2@h',
      'imaps://a%40b.example:hunter2@',
      'imaps://a%40b.example:hunter2@h:0',
      'imaps://a%40b.example:hunter2@h:65536',
      'imaps://a%40b.example:hunter2@h:993x',
      'imaps://a%40b.example:hunter2@h/INBOX?tls=no',
      'imaps://a%40b.example:hunter2@h/INBOX#1',
      'imaps://a%40b.example:hunter2@h /INBOX',
      'imaps://a%40b.example:hun\nter2@h',
      'imaps://a%40b.example:hunter2%0d%0aA1 LOGOUT@h',
      'imaps://a%40b.example:hunter2%0d%0aA1@h',
      'imaps://a%40b.example%00:hunter2@h',
      'imaps://a%40b.example:hunter2@h/IN%0aBOX',
      'imaps://a%40b.example:hunter2%zz@h',
      'imaps://a%40b.example:hunter2@-h',
      'imaps://a%40b.example:hunter2@h_h',
      'imaps://a%40b.example:hunter2@%68',
      'imaps://a%40b.example:hunter2@[::g]',
    ].map((url): [Env, string] => [imap(url), imapForm]),
    [{ ...imap('imaps://u:p@h'), BOUNCE_ADDRESS: 'bounce' }, "BOUNCE_ADDRESS must be an email address, not 'bounce'."],
    [
      { ...imap('imaps://u:p@h'), BOUNCE_ADDRESS: 'a+b@c' },
      `BOUNCE_ADDRESS ${bounceForm} 'a+b@c'. Emails are sent from name+token@host.`,
    ],
    [
      imap('imaps://all-that-is-undeliverable%40c.example:p@h'),
      `BOUNCE_ADDRESS ${bounceForm} 'all-that-is-undeliverable@c.example'. Emails are sent from name+token@host.`,
    ],
    [{ S3_BUCKET: 'waybill' }, `S3_ENDPOINT is missing while S3_BUCKET is set. ${needs}`],
    [{ S3_SSE: 'AES256' }, `S3_ENDPOINT is missing while S3_SSE is set. ${needs}`],
    [{ ...s3, S3_SECRET_ACCESS_KEY: '' }, `S3_SECRET_ACCESS_KEY is missing while S3_ENDPOINT is set. ${needs}`],
    [{ ...s3, S3_ENDPOINT: 's3' }, `S3_ENDPOINT ${origin} 's3'.`],
    [{ ...s3, S3_BUCKET: 'My Bucket' }, "S3_BUCKET must be a bucket's name, not 'My Bucket'."],
    [{ ...s3, S3_PATH_STYLE: 'yes' }, "S3_PATH_STYLE must be true or false, not 'yes'."],
    [
      { ...s3, S3_STORE_ID: 'disk' },
      "S3_STORE_ID must be up to 32 of a-z, 0-9 and '-', and neither 'disk' nor begin with 'disk-'; 'disk' is not.",
    ],
    [{ ...s3, S3_SSE: 'aes' }, "S3_SSE must be one of none, AES256, aws:kms, not 'aes'."],
    [{ ...s3, S3_SSE_KEY_ID: 'k' }, "S3_SSE_KEY_ID is set, but S3_SSE is 'none'. A key needs S3_SSE=aws:kms."],
    [
      { TRUSTED_PROXIES: 'proxy' },
      "TRUSTED_PROXIES must hold addresses or CIDR blocks such as 10.0.0.0/8, not 'proxy'.",
    ],
    [
      { TRUSTED_PROXIES: '10.0.0.0/33' },
      "TRUSTED_PROXIES must hold addresses or CIDR blocks such as 10.0.0.0/8, not '10.0.0.0/33'.",
    ],
    [
      { TRUSTED_PROXIES: '::1/8/9' },
      "TRUSTED_PROXIES must hold addresses or CIDR blocks such as 10.0.0.0/8, not '::1/8/9'.",
    ],
    [{ UPLOAD_PORTS: '3001,x' }, "UPLOAD_PORTS must be a port from 1 to 65535, not 'x'."],
    [{ UPLOAD_PORTS: '3000' }, "UPLOAD_PORTS must name ports that differ from each other and from PORT, not '3000'."],
    [
      { UPLOAD_PORTS: '3001,3001' },
      "UPLOAD_PORTS must name ports that differ from each other and from PORT, not '3001,3001'.",
    ],
    [{ SUPPORT_EMAIL: 'help' }, "SUPPORT_EMAIL must be an email address, not 'help'."],
    ...['http://reviews.example', 'javascript:alert(1)'].map((text): [Record<string, string>, string] => [
      { REVIEW_URL: text },
      `REVIEW_URL must be an address like https://example.com/reviews, not '${text}'.`,
    ]),
    [{ ANCHOR_MAIL: 'fr:a@b.example' }, "ANCHOR_MAIL must be an email address, not 'fr:a@b.example'."],
    ...['tsa.example.com', 'ftp://tsa.example.com', 'https://a:b@tsa.example.com/'].map(
      (text): [Record<string, string>, string] => [
        { TSA_URL: text },
        `TSA_URL must be an address like https://tsa.example.com/tsr, not '${text}'.`,
      ],
    ),
    [{ PASSWORD_MIN_LENGTH: '5' }, "PASSWORD_MIN_LENGTH must be a whole number from 6 to 64, not '5'."],
    [{ REREAD_DAYS: '0' }, "REREAD_DAYS must be a number above 0 up to 365, not '0'."],
    [{ VISITOR_RECORD_DAYS: '0' }, "VISITOR_RECORD_DAYS must be a whole number from 1 to 36500, not '0'."],
    [{ MAIL_DAYS: '30' }, "MAIL_DAYS must be a whole number from 31 to 36500, not '30'."],
    [{ IP_RETENTION_DAYS: '-1' }, "IP_RETENTION_DAYS must be a whole number from 0 to 3650, not '-1'."],
    [{ IP_RETENTION_DAYS: '30.5' }, "IP_RETENTION_DAYS must be a whole number from 0 to 3650, not '30.5'."],
    ...['hooks.lan', 'hooks.lan:0', 'hooks.lan:65536', 'https://hooks.lan:443', '127.1:443', '::1:443', 'a/b:1'].map(
      (entry): [Record<string, string>, string] => [
        { WEBHOOK_ALLOW_HOSTS: entry },
        `WEBHOOK_ALLOW_HOSTS must hold hosts with their ports such as hooks.lan:8443, not '${entry}'.`,
      ],
    ),
    [{ LOG_LEVEL: 'loud' }, "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not 'loud'."],
  ]
  test.each(cases)('%o', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(
      new ConfigError(sentence.split(' ')[0] ?? '', sentence.split(' ').slice(1).join(' ')),
    )
  })
})
