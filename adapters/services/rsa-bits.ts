// The lengths of the RSA key of an entity. Public types name it, and must not need the contract of a service.

export type RsaBits = 2048 | 4096;
