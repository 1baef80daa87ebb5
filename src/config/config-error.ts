/** A setting or option with a bad value, or an unknown flag; the message names it. */
export class ConfigError extends Error {}
