/** How many days back one may look at a press. Apart, so that the browser reads it without a schema. */
export const periodDays = ['7', '30', '90', '365'] as const
