"""TODO"""

from __future__ import annotations


from hypershift.api.configuration.apiserver import APIServerSpec
from hypershift.api.configuration.authentication import AuthenticationSpec, AuthenticationStatus
from hypershift.api.configuration.featuregate import FeatureGateSpec
from hypershift.api.configuration.image import ImageSpec
from hypershift.api.configuration.ingress import IngressSpec
from hypershift.api.configuration.network import NetworkSpec
from hypershift.api.configuration.oauth import OAuthSpec
from hypershift.api.configuration.operatorhub import OperatorHubSpec
from hypershift.api.configuration.proxy import ProxySpec
from hypershift.api.configuration.scheduler import SchedulerSpec
from hypershift.api.schema import Struct


class ClusterConfiguration(Struct):
    """TODO"""

    apiServer: APIServerSpec | None = None
    """TODO"""

    authentication: AuthenticationSpec | None = None
    """TODO"""

    featureGate: FeatureGateSpec | None = None
    """TODO"""

    image: ImageSpec | None = None
    """TODO"""

    ingress: IngressSpec | None = None
    """TODO"""

    network: NetworkSpec | None = None
    """TODO"""

    oauth: OAuthSpec | None = None
    """TODO"""

    operatorhub: OperatorHubSpec | None = None
    """TODO"""

    proxy: ProxySpec | None = None
    """TODO"""

    scheduler: SchedulerSpec | None = None
    """TODO"""


class ConfigurationStatus(Struct):
    """TODO"""

    authentication: AuthenticationStatus | None = None
    """TODO"""
