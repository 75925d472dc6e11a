/** How many days back the preset periods go. Separate, so that the browser reads it without a schema. */
export const periodDays = ['7', '30', '90', '365'] as const
