"""Microsoft Graph v1.0, as far as it is about applications and service principals.

Served: applications and servicePrincipals (list, get, create, update, delete, passwords,
certificates, owners), federated identity credentials, app role assignments to Graph itself,
getByIds, organization. There are no users and no groups. Everything else is refused.
"""
